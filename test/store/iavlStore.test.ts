import { createIavlStore } from '../../src/store/iavlStore.ts'
import { storeSuite } from './storeSuite.ts'

storeSuite('the IAVL store', createIavlStore)
