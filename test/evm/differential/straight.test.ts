import { testPrograms } from '../../support/differential/suite.ts'

testPrograms({ kind: 'straight', fork: 'prague', share: 0.13 })
testPrograms({ kind: 'straight', fork: 'osaka', share: 0.12 })
testPrograms({ kind: 'straight', fork: 'cancun', share: 0.05 })
