import { testPrograms } from '../../support/differential/suite.ts'

testPrograms({ kind: 'calls', fork: 'prague', share: 0.13 })
testPrograms({ kind: 'calls', fork: 'osaka', share: 0.1 })
testPrograms({ kind: 'calls', fork: 'cancun', share: 0.07 })
