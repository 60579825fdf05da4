import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { FULL } from '../../support/runs.ts'
import { testPrograms } from './suite.ts'

// Few, as each opens hundreds of frames.
for (const fork of FULL ? hardforks : (['chainstart', 'prague'] as const))
  testPrograms({ kind: 'recursion', fork, share: 0.0002 })
