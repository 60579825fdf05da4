import { createReferenceStore } from '../support/store/referenceStore.ts'
import { storeSuite } from '../support/store/storeSuite.ts'

storeSuite('the reference store', createReferenceStore)
