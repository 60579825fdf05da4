// Times the application of CometBFT beside the single process: `npm run bench -- abci`. Both
// execute the same transactions in one block, in this process, by turns. Prints a table.
import { parseArgs } from 'node:util'
import {
  RequestFinalizeBlock,
  RequestInitChain,
  RequestPrepareProposal,
} from 'cosmjs-types/tendermint/abci/types'
import { Application } from '../src/abci/app/application.ts'
import { networkGenesis } from '../src/abci/network/networkGenesis.ts'
import { NetworkHost } from '../src/abci/network/networkHost.ts'
import { createChain } from '../src/chain/createChain.ts'
import { decodeTransaction } from '../src/evm/transaction/decodeTransaction.ts'
import { signTransaction } from '../src/evm/transaction/signTransaction.ts'
import { createChainExecution } from '../src/node/createNode.ts'
import type { Address } from '../src/primitives/address.ts'
import {
  DEV_DERIVATION_PATH,
  DEV_MNEMONIC,
  derivePrivateKeys,
} from '../src/primitives/crypto/hdWallet.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../src/primitives/encoding/bytes.ts'
import { silentLogger } from '../src/primitives/logger.ts'
import { systemClock } from '../src/primitives/time/clock.ts'
import { contracts, OTHER, SENDER, TOKEN } from './compareContracts.ts'
import { encodeCall } from './engineWorkloads.ts'
import { formatRow, type Row, TABLE_HEAD } from './figures.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)

const CHAIN_ID = 31_337n
const COUNT = 1000
const SECONDS = 1_790_000_000n
const [KEY = EMPTY_BYTES] = derivePrivateKeys(DEV_MNEMONIC, DEV_DERIVATION_PATH, 1)

const genesis = {
  config: { chainId: Number(CHAIN_ID) },
  gasLimit: '200000000',
  alloc: {
    [SENDER]: { balance: '0xffffffffffffffffffffff' },
    [TOKEN]: { balance: '0', code: contracts[TOKEN] },
  },
}

const init = RequestInitChain.fromPartial({
  time: { seconds: SECONDS, nanos: 0 },
  chainId: 'bench',
  validators: [{ pubKey: { ed25519: new Uint8Array(32).fill(1) }, power: 10n }],
  appStateBytes: utf8ToBytes(JSON.stringify(genesis)),
  initialHeight: 1n,
})

/** Signs the transactions of a block; the tokens are minted in the block before. */
function signAll(to: Address, data: Uint8Array, gasLimit: bigint, count: number, first: number) {
  return Array.from({ length: count }, (_, i) =>
    signTransaction(
      {
        ...{ type: 2, chainId: CHAIN_ID, nonce: BigInt(first + i), gasLimit, to, value: 0n, data },
        ...{ maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 9n },
        ...{ accessList: [], authorizationList: [] },
      },
      KEY,
    ),
  ).map(({ raw }) => raw)
}

const minted = encodeCall('Token', 'mint(address,uint256)', BigInt(SENDER), 10n ** 18n)
const mints = signAll(TOKEN as Address, minted, 200_000n, 1, 0)
const workloads = {
  transfers: signAll(OTHER as Address, EMPTY_BYTES, 21_000n, COUNT, 1),
  'ERC-20 transfers': signAll(
    TOKEN as Address,
    encodeCall('Token', 'transfer(address,uint256)', BigInt(OTHER), 1),
    100_000n,
    COUNT,
    1,
  ),
}

/** Milliseconds of the processor, with those of the compiler and the garbage collector. */
async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

/** Times of one round on a new chain. */
async function network(txs: readonly Uint8Array[]) {
  const execution = await createChainExecution()
  const host = await NetworkHost.open({
    ...execution,
    clock: systemClock,
    logger: silentLogger,
    broadcaster: { broadcast: async () => {} },
  })
  const application = new Application({
    ...{ host, version: 'bench', logger: silentLogger },
    defaultGenesis: () => genesis,
    onRunning: async () => {},
  })
  const block = (height: bigint, of: readonly Uint8Array[]) =>
    application.answer({
      finalizeBlock: RequestFinalizeBlock.fromPartial({
        ...{ height, txs: [...of], time: { seconds: SECONDS + height, nanos: 0 } },
        proposerAddress: new Uint8Array(20),
      }),
    })
  await application.answer({ initChain: init })
  await block(1n, mints)
  await application.answer({ commit: {} })
  const check = await timed(async () => {
    for (const tx of txs) await application.answer({ checkTx: { tx, type: 0 } })
  })
  const prepareProposal = RequestPrepareProposal.fromPartial({
    ...{ txs: [...txs], maxTxBytes: 10_000_000n, time: { seconds: SECONDS + 2n, nanos: 0 } },
  })
  const prepare = await timed(() => application.answer({ prepareProposal }))
  let executed = 0
  const finalize = await timed(async () => {
    const { finalizeBlock } = await block(2n, txs)
    executed = finalizeBlock?.txResults.filter(({ code }) => code === 0).length ?? 0
  })
  if (executed !== txs.length) throw new Error(`${executed} of ${txs.length} were executed`)
  const commit = await timed(() => application.answer({ commit: {} }))
  await host.close()
  return { check, prepare, finalize, commit }
}

/** Time that a chain takes to mine the transactions, which wait in its pool. */
async function alone(txs: readonly Uint8Array[]): Promise<number> {
  const { createExecutor, sealer } = await createChainExecution()
  const genesis = networkGenesis(init)
  const chain = createChain({
    ...{ genesis, executor: createExecutor(genesis), sealer },
    ...{ clock: systemClock, logger: silentLogger, mining: { automine: false } },
  })
  const submit = async (of: readonly Uint8Array[]) => {
    for (const raw of of) await chain.pool.submit(decodeTransaction(raw, CHAIN_ID))
  }
  await submit(mints)
  await chain.mining.mine()
  await submit(txs)
  const took = await timed(() => chain.mining.mine())
  const mined = chain.blocks.latest.transactions.length
  if (mined !== txs.length) throw new Error(`${mined} of ${txs.length} were mined`)
  await chain.close()
  return took
}

process.stdout.write(`${TABLE_HEAD}\n`)
for (const [name, txs] of Object.entries(workloads)) {
  const times: Awaited<ReturnType<typeof network>>[] = []
  const mined: number[] = []
  for (let round = 0; round < rounds; round++) {
    mined.push(await alone(txs))
    times.push(await network(txs))
  }
  const series = (part: keyof (typeof times)[number]) => ({
    unit: 'ms',
    values: times.map((each) => each[part]),
  })
  const rows: Row[] = [
    {
      what: `FinalizeBlock of 1,000 ${name}; peer: the same block mined`,
      ours: series('finalize'),
      peer: { unit: 'ms', values: mined },
    },
    { what: `CheckTx of 1,000 ${name}`, ours: series('check') },
    { what: `PrepareProposal of 1,000 ${name}`, ours: series('prepare') },
    { what: `Commit of 1,000 ${name}`, ours: series('commit') },
  ]
  for (const row of rows) process.stdout.write(`${formatRow(row)}\n`)
}
