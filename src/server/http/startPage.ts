import type { Node } from '../../node/node.ts'

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:3rem auto;padding:0 1rem;color:#1b2b34;background:#fbfbf9}code{background:#ecefee;padding:.1em .3em;border-radius:3px}td{padding-right:1.5em}'

/** Browsers load and run nothing for it. */
export const START_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

/** HTML page for browsers. */
export function startPage({ chain, clientVersion }: Node): string {
  const { number, hash, header } = chain.blocks.latest
  const rows = [
    ['Chain id', String(chain.chainId)],
    ['Newest block', `${number} <code>${hash}</code>`],
    ['Its time', `${header.timestamp} s since 1970`],
    ['Client', escaped(clientVersion)],
  ]
  const cells = rows.map(([name, value]) => `<tr><td>${name}</td><td>${value}</td></tr>`).join('')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rockpool</title><style>${STYLE}</style>
<h1>Rockpool</h1><p>A simulated chain is served here: JSON-RPC over HTTP POST and WebSocket, at this very address.</p>
<table>${cells}</table>
<p>What can be asked: <code>rpc_discover</code> answers with the list. For scripts there is <a href="/health"><code>/health</code></a>.</p></html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
