import type * as echo from '../methods/echo.ts'
import type * as net from '../methods/net.ts'
import type * as personal from '../methods/personal.ts'
import type * as txpool from '../methods/txpool.ts'
import type * as web3 from '../methods/web3.ts'
import type { ExamplesOf } from './example.ts'
import { exampleValues } from './exampleValues.ts'

const { alice, clientVersion, helloSignature } = exampleValues

const nothingWaits = { pending: {}, queued: {} }

/** The topic of these examples, named here to avoid an import cycle. */
type RpcMethods = Record<'rpc_modules' | 'rpc_discover', unknown>

/** Examples of `personal_*`, `net_*`, `web3_*`, `echo_*`, `txpool_*` and `rpc_*`. */
export const clientExamples = {
  personal_sign: {
    params: ['0x68656c6c6f', alice],
    result: helloSignature,
  },
  net_version: { params: [], result: '713714' },
  net_listening: { params: [], result: true },
  net_peerCount: { params: [], result: '0x0' },
  web3_clientVersion: { params: [], result: clientVersion },
  web3_sha3: {
    params: ['0x68656c6c6f'],
    result: '0x1c8aff950685c2ed4bc3174f3472287b56d9517b9c948127319a09a7a36deac8',
  },
  echo_echo: { params: ['hello'], result: 'hello' },
  txpool_status: { params: [], result: { pending: '0x0', queued: '0x0' } },
  txpool_content: { params: [], result: nothingWaits },
  txpool_inspect: { params: [], result: nothingWaits },
  txpool_contentFrom: { params: [alice], result: nothingWaits },
  rpc_modules: {
    params: [],
    result: {
      anvil: '1.0',
      debug: '1.0',
      echo: '1.0',
      erigon: '1.0',
      eth: '1.0',
      evm: '1.0',
      ganache: '1.0',
      hardhat: '1.0',
      miner: '1.0',
      native: '1.0',
      native2: '1.0',
      net: '1.0',
      ots: '1.0',
      personal: '1.0',
      rockpool: '1.0',
      rpc: '1.0',
      tenderly: '1.0',
      trace: '1.0',
      txpool: '1.0',
      web3: '1.0',
    },
  },
  rpc_discover: { params: [], result: { openrpc: '1.3.2' }, partial: true },
} satisfies ExamplesOf<
  typeof personal & typeof net & typeof web3 & typeof txpool & typeof echo & RpcMethods
>
