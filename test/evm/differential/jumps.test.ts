import { testPrograms } from '../../support/differential/suite.ts'

testPrograms({ kind: 'jumps', fork: 'prague', share: 0.06 })
testPrograms({ kind: 'jumps', fork: 'osaka', share: 0.06 })
testPrograms({ kind: 'jumps', fork: 'cancun', share: 0.03 })
