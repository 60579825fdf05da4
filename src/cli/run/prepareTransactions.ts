import type { Chain } from '../../chain/chain.ts'
import { loadSecp256k1 } from '../../primitives/crypto/secp256k1.ts'

/** The code STOP, as init code. */
const STOP = Uint8Array.of(0)

/** Loads what the first transactions need, which the first answer does not. */
export async function prepareTransactions(
  chain: Pick<Chain, 'remote' | 'simulate' | 'state'>,
): Promise<void> {
  loadSecp256k1()
  // A fork would ask the remote chain.
  if (chain.remote !== undefined) return
  try {
    // Compiles the interpreter and makes its tables, so that the first block need not.
    await chain.simulate.call(await chain.state.viewAt({ tag: 'latest' }), { data: STOP })
  } catch {
    // The chain may be closed by now.
  }
}
