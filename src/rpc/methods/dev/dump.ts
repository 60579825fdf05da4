import { packDump, unpackDump } from '../../../chain/transfer/packDump.ts'
import { readDump } from '../../../chain/transfer/readDump.ts'
import { boolean, bytes } from '../../codec/scalar.ts'
import { changingMethod, method, optional, param } from '../../core/method.ts'

export const hardhat_dumpState = method({
  summary:
    "Returns the latest state as gzipped JSON in Anvil's format. It contains only the latest block header; `preserveHistoricalStates` has no effect.",
  params: [optional('preserveHistoricalStates', boolean)],
  result: bytes,
  aliases: ['anvil_dumpState', 'ganache_dumpState'],
  run: ({ state }) => packDump(state.dump()),
})

export const hardhat_loadState = changingMethod({
  summary:
    "Loads a state dump in Anvil's format. Adds the dump's blocks after the newest one, or empty blocks up to its number, and replaces the dumped accounts.",
  params: [param('state', bytes)],
  result: boolean,
  aliases: ['anvil_loadState', 'ganache_loadState'],
  async run({ state, names }, dump) {
    await state.load(await readDump(await unpackDump(dump), names))
    return true
  },
})
