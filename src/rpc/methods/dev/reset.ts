import type { Codec } from '../../codec/codec.ts'
import { partial } from '../../codec/compound.ts'
import { nullResult } from '../../codec/mining.ts'
import { boolean, quantity, text, uint64 } from '../../codec/scalar.ts'
import { changingMethod, method, optional, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'

const forking = partial(
  { jsonRpcUrl: text, blockNumber: uint64 },
  {
    title: 'fork configuration',
    meanings: { jsonRpcUrl: 'rejected: forking is not supported' },
  },
)

/**
 * Parameter of `hardhat_reset`: Hardhat's object with a `forking` member, or Anvil's fork object.
 */
const resetOptions: Codec<{ readonly jsonRpcUrl: string | undefined }> = (() => {
  const options = partial({ forking, jsonRpcUrl: text, blockNumber: uint64 }, { title: 'reset' })
  return {
    decode(json, path) {
      const { forking: nested, jsonRpcUrl } = options.decode(json, path)
      return { jsonRpcUrl: nested?.jsonRpcUrl ?? jsonRpcUrl }
    },
    encode: ({ jsonRpcUrl }) => (jsonRpcUrl === undefined ? {} : { forking: { jsonRpcUrl } }),
    schema: options.schema,
  }
})()

export const hardhat_reset = changingMethod({
  summary:
    'Resets the node to block 0: state, pool, mining configuration, impersonation and snapshots. Forking is not supported.',
  params: [optional('options', resetOptions)],
  result: boolean,
  aliases: ['anvil_reset', 'ganache_reset'],
  async run({ node }, options) {
    if (options?.jsonRpcUrl !== undefined) {
      throw invalidParams(
        'invalid argument 0: forking: jsonRpcUrl: forking is not supported; omit it to reset to block 0',
      )
    }
    await node.reset()
    return true
  },
})

export const anvil_rollback = changingMethod({
  summary:
    'Reverts the latest blocks and the state changes after them. The pool and the mining configuration stay.',
  params: [param('depth', quantity, '0x1')],
  result: nullResult,
  aliases: ['hardhat_rollback', 'ganache_rollback'],
  run: ({ chain }, depth) => chain.rollback(depth),
})

export const anvil_setRpcUrl = method({
  summary: 'Has no effect: it sets the RPC URL of a fork, and forking is not supported.',
  params: [param('url', text)],
  result: nullResult,
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  run: () => undefined,
})
