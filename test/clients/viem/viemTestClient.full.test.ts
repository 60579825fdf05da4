import { Matrix, versionOf } from '../../support/clients/matrix.ts'
import { accounts } from '../../support/clients/viemActions/accounts.ts'
import { modes, startProbe } from '../../support/clients/viemActions/context.ts'
import { mining } from '../../support/clients/viemActions/mining.ts'
import { nextBlock } from '../../support/clients/viemActions/nextBlock.ts'
import { process } from '../../support/clients/viemActions/process.ts'
import { simulation } from '../../support/clients/viemActions/simulation.ts'
import { state } from '../../support/clients/viemActions/state.ts'

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
