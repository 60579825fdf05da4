import { packDump, unpackDump } from '../../../chain/transfer/packDump.ts'
import { readDump } from '../../../chain/transfer/readDump.ts'
import { boolean, bytes } from '../../codec/scalar.ts'
import { changingMethod, method, optional, param } from '../../core/method.ts'
import { dialects } from './dialects.ts'

export const hardhat_dumpState = method({
  summary:
    'The newest state as the gzip of JSON, which `hardhat_loadState` and Anvil read. Of the blocks it has the header of the newest one; `preserveHistoricalStates` changes nothing.',
  params: [optional('preserveHistoricalStates', boolean)],
  result: bytes,
  example: {
    params: [],
    result: '0x1f8b0800000000000003ab564a4c4e4ece2fcd2b29b652a8aead05009a6d46f810000000',
    varies: true,
  },
  aliases: dialects('dumpState'),
  run: ({ node: { chain } }) => packDump(chain.state.dump()),
})

export const hardhat_loadState = changingMethod({
  summary:
    "Puts a dump of a state, Anvil's too, on top of the newest state: its accounts are then as they were there. Empty blocks come first, up to the dump's block.",
  params: [param('state', bytes)],
  result: boolean,
  example: { params: ['0x7b226163636f756e7473223a7b7d7d'], result: true },
  aliases: dialects('loadState'),
  async run({ node: { chain } }, state) {
    await chain.state.load(await readDump(await unpackDump(state), chain.names))
    return true
  },
})
