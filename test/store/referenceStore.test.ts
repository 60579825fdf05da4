import { createReferenceStore } from './referenceStore.ts'
import { storeSuite } from './storeSuite.ts'

storeSuite('the reference store', createReferenceStore)
