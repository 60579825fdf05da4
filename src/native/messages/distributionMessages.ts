import { fundCommunityPool } from '../../modules/distribution/communityPool.ts'
import { nativeOfText, nativeText } from '../../modules/evm/association.ts'
import { distributionAccount } from '../../modules/moduleAccounts.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeSomeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { coin, typeUrls } from '../codec/schemas.ts'
import { coinsText, transferEvents } from '../events.ts'
import { fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

/** The messages of the distribution module. */
export const distributionMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.fundCommunityPool,
    schema: protoSchema('MsgFundCommunityPool', {
      amount: [1, 'messages'],
      depositor: [2, 'text'],
    }),
    signer: 'depositor',
    nested: { amount: fieldsJson(coin) },
    check({ amount, depositor }, prefix) {
      checkBech32('depositor', depositor, prefix)
      decodeSomeCoins(amount)
    },
    run(state, { amount, depositor }) {
      const coins = decodeSomeCoins(amount)
      fundCommunityPool(state, nativeOfText(state, depositor), coins)
      return transferEvents(depositor, nativeText(state, distributionAccount), coinsText(coins))
    },
  }),
]
