import { EVMError, NobleBLS, NobleBN254 } from '@ethereumjs/evm'
import { verifyKzgProof } from '../../primitives/crypto/kzg.ts'

/** Arithmetic behind 0x06 to 0x08; throws for what is no point, an `EVMError` where it can say why. */
export interface Bn254 {
  add(input: Uint8Array): Uint8Array
  mul(input: Uint8Array): Uint8Array
  pairing(input: Uint8Array): Uint8Array
}

/** Arithmetic behind 0x0b to 0x11; throws likewise. */
export interface Bls12 {
  addG1(input: Uint8Array): Uint8Array
  addG2(input: Uint8Array): Uint8Array
  msmG1(input: Uint8Array): Uint8Array
  msmG2(input: Uint8Array): Uint8Array
  pairingCheck(input: Uint8Array): Uint8Array
  mapFPtoG1(input: Uint8Array): Uint8Array
  mapFP2toG2(input: Uint8Array): Uint8Array
}

/** Whether a KZG proof holds: the work of 0x0a. */
export type VerifyKzg = typeof verifyKzgProof

/** BLS12-381 and what is built on it. */
interface Bls12AndKzg {
  readonly bls12: Bls12
  readonly verifyKzg: VerifyKzg
}

/** The portable ways, those of the stock precompiles. */
const portableBn254: Bn254 = new NobleBN254()
const portableBls12: Bls12 = new NobleBLS()

const bn254 = createSwitch(portableBn254, async () => {
  const { createMclBn254 } = await import('./mclBn254.ts')
  return await createMclBn254()
})
const bls12 = createSwitch<Bls12AndKzg>(
  { bls12: portableBls12, verifyKzg: verifyKzgProof },
  async () => {
    const [{ createMclBls12, loadBls12 }, { createMclKzg }] = await Promise.all([
      import('./mclBls12.ts'),
      import('./mclKzg.ts'),
    ])
    const curve = await loadBls12()
    return { bls12: createMclBls12(curve), verifyKzg: createMclKzg(curve) }
  },
)

/**
 * Loads the curves in WebAssembly, about 70 ms for each. Until then, and where it fails, the portable ways
 * give the same answers, 5 to 180 times slower; so nobody need wait, and the first use of a curve begins to load it
 * anyway. It never rejects; a second call does nothing.
 *
 * @returns whether all are there
 */
export async function loadFastPrecompiles(): Promise<boolean> {
  const loaded = await Promise.all([bn254.load(), bls12.load()])
  return loaded.every((isThere) => isThere)
}

/** Works on BN254 in the fastest way that is loaded. */
export function withBn254<T>(work: (curve: Bn254) => T): T {
  return bn254.use(work)
}

/** The same on BLS12-381. */
export function withBls12<T>(work: (curve: Bls12) => T): T {
  return bls12.use((ways) => work(ways.bls12))
}

/** The same with checks of KZG proofs. */
export function withKzg<T>(work: (verify: VerifyKzg) => T): T {
  return bls12.use((ways) => work(ways.verifyKzg))
}

/** Two ways to the same answers, of which the faster takes time to load. */
interface Switch<C> {
  /** Whether the fast way could be loaded. */
  load(): Promise<boolean>
  /** Works in the fast way where it is loaded, else in the portable one. */
  use<T>(work: (way: C) => T): T
}

function createSwitch<C>(portable: C, loadFast: () => Promise<C>): Switch<C> {
  let fast: C | undefined
  let loading: Promise<boolean> | undefined
  function load(): Promise<boolean> {
    loading ??= loadFast().then(
      (loaded) => {
        fast = loaded
        return true
      },
      () => false,
    )
    return loading
  }
  return {
    load,
    use(work) {
      if (fast === undefined) {
        void load()
        return work(portable)
      }
      try {
        return work(fast)
      } catch (error) {
        if (error instanceof EVMError) throw error
        // It broke down, as when its memory is full, and may be in any state now.
        fast = undefined
        return work(portable)
      }
    },
  }
}
