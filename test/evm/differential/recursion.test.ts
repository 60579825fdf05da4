import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { testPrograms } from '../../support/differential/suite.ts'
import { FULL } from '../../support/runs.ts'

// Few, as each opens hundreds of frames.
for (const fork of FULL ? hardforks : (['chainstart', 'prague'] as const))
  testPrograms({ kind: 'recursion', fork, share: 0.0002 })
