import { option } from './option.ts'
import { integer, optional } from './optionReaders.ts'

/** Ports for clients of the Cosmos side. */
export const cosmosOptions = {
  cometPort: option<number | undefined>({
    flag: 'comet-port',
    argument: 'number',
    help: "Serve CometBFT's JSON-RPC and WebSocket on this port; 0 selects a free one",
    details: 'For CosmJS and wallets ([cosmos.md](cosmos.md)). CometBFT uses 26657.',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(integer(0, 65_535)),
    isForCommand: true,
  }),
  restPort: option<number | undefined>({
    flag: 'rest-port',
    argument: 'number',
    help: "Serve the REST paths of the Cosmos SDK's gateway on this port; 0 selects a free one",
    details: 'For wallets ([cosmos.md](cosmos.md)). The SDK uses 1317.',
    fallback: undefined,
    fallbackText: 'none',
    read: optional(integer(0, 65_535)),
    isForCommand: true,
  }),
} as const
