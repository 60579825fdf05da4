import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { testPrograms } from '../../support/differential/suite.ts'

// Few, as each opens hundreds of frames.
for (const fork of hardforks) testPrograms({ kind: 'recursion', fork, share: 0.0002 })
