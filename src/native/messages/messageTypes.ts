import { authzMessages } from './authzMessages.ts'
import { distributionMessages } from './distributionMessages.ts'
import { evmMessages } from './evmMessages.ts'
import { feegrantMessages } from './feegrantMessages.ts'
import { govMessages } from './govMessages.ts'
import type { MessageType } from './moduleMessage.ts'
import { slashingMessages } from './slashingMessages.ts'
import { stakingMessages } from './stakingMessages.ts'
import { tokenfactoryMessages } from './tokenfactoryMessages.ts'

/** Types of the messages that modules run, by type URL. */
export const messageTypes: ReadonlyMap<string, MessageType> = new Map(
  [
    ...govMessages,
    ...stakingMessages,
    ...distributionMessages,
    ...slashingMessages,
    ...authzMessages,
    ...feegrantMessages,
    ...tokenfactoryMessages,
    ...evmMessages,
  ].map((type) => [type.typeUrl, type]),
)

/** Returns the type of a message that was decoded before. */
export function messageTypeOf(typeUrl: string): MessageType {
  const type = messageTypes.get(typeUrl)
  if (type === undefined) throw new Error(`bug: no message type ${typeUrl}`)
  return type
}
