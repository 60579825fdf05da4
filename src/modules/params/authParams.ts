/** Parameters of the auth module with the SDK's defaults; governance cannot change them here. */
export const authParams = {
  MaxMemoCharacters: 256n,
  TxSigLimit: 7n,
  TxSizeCostPerByte: 10n,
  SigVerifyCostED25519: 590n,
  SigVerifyCostSecp256k1: 1_000n,
} as const
