/** Address of an ABCI server. */
export type AbciAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }

/** CometBFT's default for `proxy_app`. */
export const DEFAULT_ABCI_ADDRESS = 'tcp://127.0.0.1:26658'

const TCP = /^(?:tcp:\/\/)?(\[[0-9a-f:.]+\]|[^:/[\]]+):([0-9]{1,5})$/i
const UNIX = /^unix:\/\/(.+)$/

/**
 * Parses an address as in CometBFT's `proxy_app`: `tcp://127.0.0.1:26658` or `unix:///run/app`.
 *
 * @throws RangeError
 */
export function parseAbciAddress(text: string): AbciAddress {
  const [, path] = UNIX.exec(text) ?? []
  if (path !== undefined) return { kind: 'unix', path }
  const [, host, digits] = TCP.exec(text) ?? []
  const port = Number(digits)
  if (host === undefined || port > 65_535) {
    throw new RangeError(`want tcp://HOST:PORT or unix://PATH, got ${JSON.stringify(text)}`)
  }
  return { kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port }
}

/** Formats an address for {@link parseAbciAddress}. */
export function formatAbciAddress(address: AbciAddress): string {
  if (address.kind === 'unix') return `unix://${address.path}`
  const host = address.host.includes(':') ? `[${address.host}]` : address.host
  return `tcp://${host}:${address.port}`
}
