/** What people call a coin of 10^18 wei: `usei` is a millionth of one. */
export function coinOf(denomination: string): string {
  return /^u[a-z]{2,}$/.test(denomination) ? denomination.slice(1).toUpperCase() : 'coins'
}

/** Wei as coins, with as many decimals as there are. */
export function formatCoins(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${fraction}`
}
