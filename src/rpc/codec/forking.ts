import type { Codec } from './codec.ts'
import { partial } from './compound.ts'
import { text, uint64 } from './scalar.ts'

const forking = partial(
  { jsonRpcUrl: text, blockNumber: uint64 },
  {
    title: 'fork to begin with',
    meanings: { jsonRpcUrl: 'refused where it is given: there is no fork mode' },
  },
)

/** What `hardhat_reset` takes: Hardhat's object, in which a fork is an object of its own, or Anvil's, which is the fork. */
export const resetOptions: Codec<{ readonly jsonRpcUrl: string | undefined }> = (() => {
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
