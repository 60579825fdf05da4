import { OPERATOR_SUFFIX } from '../../modules/operatorAddress.ts'
import { slashingError, unjail } from '../../modules/slashing/unjail.ts'
import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { typeUrls } from '../codec/schemas.ts'
import { type MessageType, messageType } from './moduleMessage.ts'

/** The messages of the slashing module. */
export const slashingMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.unjail,
    schema: protoSchema('MsgUnjail', { validator_addr: [1, 'text'] }),
    signer: ({ validator_addr: validator }, prefix) =>
      bytesToBech32(prefix, bech32ToBytes(prefix + OPERATOR_SUFFIX, validator)),
    check({ validator_addr: validator }, prefix) {
      if (validator === '') {
        throw slashingError('badValidator', 'validator does not exist for that address')
      }
      checkBech32('validator_addr', validator, prefix + OPERATOR_SUFFIX)
    },
    run(state, { validator_addr: validator }, moment) {
      const prefix = state.names.bech32Prefix + OPERATOR_SUFFIX
      unjail(state, bytesToHex(bech32ToBytes(prefix, validator)) as NativeAddress, moment)
      return []
    },
  }),
]
