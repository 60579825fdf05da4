import { ChainRefused } from '../../../chain/errors.ts'
import type { StateAccess } from '../../../state/recordingSource.ts'
import { recordStateAccess } from '../../../tracers/state/stateAccess.ts'
import { withinTraceTime } from '../../../tracers/traceTime.ts'
import { hash } from '../../codec/scalar.ts'
import { exampleValues } from '../../core/exampleValues.ts'
import { method, param } from '../../core/method.ts'
import { stateAccessView } from '../../views/stateAccess.ts'

export const debug_traceStateAccess = method({
  summary:
    'What a mined transaction reads of the stores when it runs: each row with its bytes from before the transaction.',
  params: [param('hash', hash)],
  result: stateAccessView,
  example: {
    params: [exampleValues.eventReceipt.transactionHash],
    result: exampleValues.stateAccess,
  },
  async run({ node: { chain } }, hash) {
    const found = chain.getTransaction(hash)
    if (found === undefined) throw new ChainRefused({ code: 'TRANSACTION_NOT_FOUND', hash })
    const { block, index, transaction } = found
    const access = await withinTraceTime<StateAccess>(async ({ signal }) => {
      const view = await chain.viewBefore(block, index, signal)
      return chain.explore(view, (scene) => recordStateAccess(scene, transaction), { signal })
    })
    return { access, block, index }
  },
})
