import { createIavlStore } from '../../src/store/iavl/iavlStore.ts'
import { storeSuite } from '../support/store/storeSuite.ts'

storeSuite('the IAVL store', createIavlStore)
