import { hardforks } from '../../../src/evm/rules/hardfork.ts'
import { testPrograms } from '../../support/differential/suite.ts'

for (const fork of hardforks) testPrograms({ fork, share: 0.246 / hardforks.length })
