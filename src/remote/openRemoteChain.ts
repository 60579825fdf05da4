import type { RemoteChain, RemoteOptions } from './remoteChain.ts'

/**
 * Opens a live chain at one block.
 *
 * @throws RemoteError
 */
export async function openRemoteChain(options: RemoteOptions): Promise<RemoteChain> {
  throw new Error(`not built: ${options.url}`)
}
