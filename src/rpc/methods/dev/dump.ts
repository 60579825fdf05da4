import { packDump, unpackDump } from '../../../chain/transfer/packDump.ts'
import { readDump } from '../../../chain/transfer/readDump.ts'
import { boolean, bytes } from '../../codec/scalar.ts'
import { changingMethod, method, optional, param } from '../../core/method.ts'

export const hardhat_dumpState = method({
  summary:
    'The newest state as the gzip of JSON, which `hardhat_loadState` and Anvil read. Of the blocks it has the header of the newest one; `preserveHistoricalStates` changes nothing.',
  params: [optional('preserveHistoricalStates', boolean)],
  result: bytes,
  aliases: ['anvil_dumpState', 'ganache_dumpState'],
  run: ({ state }) => packDump(state.dump()),
})

export const hardhat_loadState = changingMethod({
  summary:
    "Puts a dump of a state, Anvil's too, on top of the newest state: its accounts are then as they were there. Empty blocks come first, up to the dump's block.",
  params: [param('state', bytes)],
  result: boolean,
  aliases: ['anvil_loadState', 'ganache_loadState'],
  async run({ state, names }, dump) {
    await state.load(await readDump(await unpackDump(dump), names))
    return true
  },
})
