import { Matrix, versionOf } from './matrix.ts'
import { accounts } from './viemActions/accounts.ts'
import { modes, startProbe } from './viemActions/context.ts'
import { mining } from './viemActions/mining.ts'
import { nextBlock } from './viemActions/nextBlock.ts'
import { process } from './viemActions/process.ts'
import { simulation } from './viemActions/simulation.ts'
import { state } from './viemActions/state.ts'

const matrix = new Matrix('viem', {
  title: "viem's test client, by its modes",
  tools: { viem: versionOf('viem') },
  columns: modes,
})

const probes = { ...state, ...accounts, ...mining, ...nextBlock, ...simulation, ...process }
for (const [action, probe] of Object.entries(probes)) {
  for (const mode of modes) {
    matrix.test(action, mode, async () => {
      const context = await startProbe(mode)
      try {
        await probe(context)
      } finally {
        await context.close()
      }
    })
  }
}
