import { type CosmosField, NativeTxError } from '../errors.ts'
import { authInfo, fee, type txBody } from './schemas.ts'

/** The parts of a TxRaw with a MsgEVMTransaction. */
interface EvmEnvelope {
  readonly body: ReturnType<typeof txBody.decode>
  readonly authInfoBytes: Uint8Array
  readonly signatures: readonly Uint8Array[]
}

/**
 * Requires a transaction with a MsgEVMTransaction to have nothing else: its content has the only
 * signature, so each relay could change the rest. Order and words are those of Sei (x/evm/ante,
 * `ValidateNoCosmosTxFields`), which lets gas pass.
 *
 * @throws NativeTxError COSMOS_FIELD_IN_EVM_TX, EVM_MESSAGE_NOT_ALONE, MALFORMED_NATIVE_TX
 */
export function requireBareEnvelope({ body, authInfoBytes, signatures }: EvmEnvelope): void {
  const auth = authInfo.decode(authInfoBytes)
  const offered = auth.fee === undefined ? undefined : fee.decode(auth.fee)
  const options = body.extension_options.length + body.non_critical_extension_options.length
  const filled: readonly (readonly [CosmosField, boolean])[] = [
    ['memo', body.memo !== ''],
    ['timeout_height', body.timeout_height !== 0n],
    ['extension options', options > 0],
    ['signer_infos', auth.signer_infos.length > 0],
    ['fee amount', offered !== undefined && offered.amount.length > 0],
    ['fee payer and granter', (offered?.payer ?? '') !== '' || (offered?.granter ?? '') !== ''],
    ['fee gas', (offered?.gas_limit ?? 0n) !== 0n || (offered?.gas_estimate ?? 0n) !== 0n],
    ['signatures', signatures.length > 0],
  ]
  const found = filled.find(([, isFilled]) => isFilled)
  if (found !== undefined)
    throw new NativeTxError({ code: 'COSMOS_FIELD_IN_EVM_TX', field: found[0] })
  if (body.messages.length > 1) throw new NativeTxError({ code: 'EVM_MESSAGE_NOT_ALONE' })
}
