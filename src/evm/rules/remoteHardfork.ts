import { Common, Holesky, Hoodi, Mainnet, Sepolia } from '@ethereumjs/common'
import { DEFAULT_HARDFORK, findHardfork, type Hardfork } from './hardfork.ts'

/** Ethereum's own networks, whose schedules are known. */
const networks = [Mainnet, Sepolia, Holesky, Hoodi]

/** Time of the merge of mainnet. Later chains with a difficulty follow rules of their own. */
const MERGE_TIME = 1_663_224_162n

/** Fields of a block that tell the fork of its chain. */
export interface ForkEvidence {
  readonly chainId: bigint
  readonly number: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  readonly difficulty: bigint
  readonly baseFeePerGas: bigint | undefined
  readonly withdrawalsRoot: unknown
  readonly blobGasUsed: unknown
  readonly requestsHash: unknown
  /** Whether the opcode CLZ exists; undefined if unknown. */
  readonly hasClz?: boolean | undefined
}

/**
 * Returns the fork that is active at a block of another chain: by the schedule of a network of
 * Ethereum, or else by the fields of the header and the opcodes. Chains with other headers, such as
 * rollups, mostly have the newest opcodes, so the default fork applies to them.
 */
export function remoteHardfork(block: ForkEvidence): Hardfork {
  const { timestamp } = block
  const scheduled = scheduledHardfork(block)
  if (scheduled !== undefined) return scheduled
  // Osaka adds nothing to the header.
  if (block.hasClz === true) return 'osaka'
  if (present(block.requestsHash)) return 'prague'
  if (present(block.blobGasUsed)) return 'cancun'
  if (present(block.withdrawalsRoot)) return 'shanghai'
  if (block.baseFeePerGas === undefined) return 'berlin'
  if (block.difficulty === 0n) return 'paris'
  return timestamp < MERGE_TIME ? 'london' : DEFAULT_HARDFORK
}

/** Undefined if the block is on no schedule, as that of a test node with a network's chain id. */
function scheduledHardfork({ chainId, number, timestamp }: ForkEvidence): Hardfork | undefined {
  const network = networks.find(({ chainId: known }) => BigInt(known) === chainId)
  if (network === undefined) return undefined
  try {
    const name = new Common({ chain: network }).getHardforkBy({ blockNumber: number, timestamp })
    // Forks that only change the parameters of blobs have names of their own.
    return findHardfork(name) ?? 'osaka'
  } catch {
    // A low number at a late time.
    return undefined
  }
}

function present(field: unknown): boolean {
  return field !== undefined && field !== null
}
