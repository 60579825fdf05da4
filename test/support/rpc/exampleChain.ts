import { parseGenesis } from '../../../src/chain/genesis/parseGenesis.ts'
import type { UnsignedTransaction } from '../../../src/evm/transaction/transaction.ts'
import { devAccountOf } from '../../../src/node/accounts/devAccounts.ts'
import { createWallet } from '../../../src/node/accounts/wallet.ts'
import type { Node } from '../../../src/node/node.ts'
import {
  LEGACY_PREFIX,
  type LegacyMethods,
  readAllowlist,
} from '../../../src/node/options/legacyNames.ts'
import { contractAddress } from '../../../src/primitives/address.ts'
import { concatBytes, EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { type Logger, silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { exampleValues } from '../../../src/rpc/examples/exampleValues.ts'
import { executorOption } from '../executor.ts'
import { createNodeOrFork } from '../fork/forkedNode.ts'

const TIMESTAMP = 1_735_689_600
const GWEI = 1_000_000_000n

/** Public keys of the first two development accounts: alice and bob. */
const keys = [
  'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
].map(hexToBytes)

const genesis = parseGenesis({
  config: { chainId: 713714 },
  timestamp: String(TIMESTAMP),
  gasLimit: '100000000',
  baseFeePerGas: '1000000000',
  alloc: {
    [exampleValues.alice]: { balance: '10000000000000000000000' },
    [exampleValues.bob]: { balance: '10000000000000000000000' },
  },
})

/**
 * Without call data: stores 42 in slot 0, emits a log with one topic and returns 42. With call
 * data: reverts with Error("no").
 */
const runtime = hexToBytes(
  [
    '36603957', // CALLDATASIZE PUSH1 0x39 JUMPI
    '602a600055', // SSTORE(0, 42)
    '602a600052', // MSTORE(0, 42)
    `7f${'ab'.repeat(32)}60206000a1`, // LOG1(0, 32, 0xabab…)
    '60206000f3', // RETURN(0, 32)
    '5b', // JUMPDEST 0x39
    '6308c379a060e01b600052', // MSTORE(0, selector of Error(string))
    '6020600452', // offset
    '6002602452', // length
    '616e6f60f01b604452', // "no"
    '60646000fd', // REVERT(0, 100)
  ].join(''),
)
const creation = concatBytes(
  hexToBytes('60'),
  Uint8Array.of(runtime.length),
  hexToBytes('80600b6000396000f3'),
  runtime,
)

/**
 * Creates the chain of the examples in the documentation, always the same. Four blocks: alice pays
 * bob (legacy), alice creates a contract, bob calls it (a log), alice calls it so that it reverts.
 *
 * @param legacy enabled legacy methods; default: all
 * @param create makes the node; default: a fork in the project `fork`
 */
export async function createExampleChain(
  logger: Logger = silentLogger,
  legacy: LegacyMethods = readAllowlist(LEGACY_PREFIX, ['all']).legacy,
  create = createNodeOrFork,
): Promise<Node> {
  const wallet = createWallet(keys.map(devAccountOf))
  const node = await create({
    genesis,
    wallet,
    clientVersion: exampleValues.clientVersion,
    logger,
    legacy,
    ...executorOption,
    clock: fixedClock(TIMESTAMP),
  })
  const [alice, bob] = wallet.addresses
  if (alice === undefined || bob === undefined) throw new Error('two accounts')
  const contract = contractAddress(alice, 1n)
  const gasPrice = { maxFeePerGas: 2n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
  const send = (from: typeof alice, fields: Partial<UnsignedTransaction>) =>
    node.chain.pool.submit(wallet.signTransaction(from, { ...template, ...fields }))

  await send(alice, { type: 0, to: bob, value: 10n ** 18n, gasLimit: 21_000n, ...gasPrice })
  await send(alice, { nonce: 1n, data: creation })
  await send(bob, { to: contract })
  await send(alice, { nonce: 2n, to: contract, data: Uint8Array.of(1) })
  return node
}

const template: UnsignedTransaction = {
  type: 2,
  chainId: genesis.chainId,
  nonce: 0n,
  gasLimit: 200_000n,
  value: 0n,
  data: EMPTY_BYTES,
  maxFeePerGas: 3n * GWEI,
  maxPriorityFeePerGas: GWEI,
  accessList: [],
  authorizationList: [],
}
