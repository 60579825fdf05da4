import { GasMeter } from '../../modules/gas/gasMeter.ts'
import { MeteredState } from '../../modules/gas/meteredState.ts'
import type { HeaderInfo } from '../../modules/headerInfo.ts'
import type { WorldState } from '../../state/worldState.ts'
import { GAS_PER_BYTE, GAS_PER_SIGNATURE } from '../ante/runAnteHandler.ts'
import { decodeMessage } from '../codec/decodeMessage.ts'
import { authInfo, txBody, txRaw } from '../codec/schemas.ts'
import { txMsgData } from '../gateway/txMsgData.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { runMessage } from './runMessage.ts'

/** Result of a simulation. */
export interface NativeSimulation {
  readonly gasUsed: bigint
  readonly events: readonly NativeEvent[]
  /** TxMsgData. */
  readonly data: Uint8Array
}

/** What a signed transaction has more than a simulated one: a signature, a fee and a sign mode. */
const MISSING_BYTES = 100n
/** More than any block has. */
const NO_LIMIT = 2n ** 63n - 1n

/**
 * Runs the messages of a transaction (TxRaw) that need not be signed, to learn the gas that it
 * would use. Changes the state.
 *
 * @throws NativeTxError, ModuleError
 */
export function simulateNativeTransaction(
  state: WorldState,
  raw: Uint8Array,
  moment: HeaderInfo,
): NativeSimulation {
  const { body_bytes: body, auth_info_bytes: auth } = txRaw.decode(raw)
  const messages = txBody
    .decode(body)
    .messages.map((message) => decodeMessage(message, state.names.bech32Prefix))
  const signers = BigInt(authInfo.decode(auth).signer_infos.length)
  const meter = new GasMeter(NO_LIMIT)
  meter.charge(GAS_PER_BYTE * (BigInt(raw.length) + MISSING_BYTES * signers))
  meter.charge(GAS_PER_SIGNATURE * signers)
  const metered = new MeteredState(state, meter)
  const events = messages.flatMap((message) => runMessage(metered, message, moment))
  const data = txMsgData({ bodyBytes: body }, { code: 0, events })
  return { gasUsed: meter.used, events, data }
}
