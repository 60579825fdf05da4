import { clientExamples } from './client.ts'
import { debugExamples } from './debug.ts'
import { devExamples } from './dev.ts'
import { ethExamples } from './eth.ts'
import type { Example } from './example.ts'
import { nativeExamples } from './native.ts'
import { otsExamples } from './ots.ts'
import { traceExamples } from './trace.ts'

/** Examples of all methods by name, loaded only when a node describes itself. */
export const examples: Readonly<Record<string, Example>> = {
  ...ethExamples,
  ...debugExamples,
  ...traceExamples,
  ...otsExamples,
  ...devExamples,
  ...clientExamples,
  ...nativeExamples,
}
