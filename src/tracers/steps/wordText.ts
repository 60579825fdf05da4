/** Four hexadecimal digits per 16-bit number, built on first use. */
let hex16: readonly string[] = []
const LIMBS = 8

function padded(limb: number): string {
  if (hex16.length === 0) {
    hex16 = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'))
  }
  return (hex16[limb >>> 16] ?? '') + (hex16[limb & 0xffff] ?? '')
}

/** Formats a 32-byte little-endian word as 64 digits. */
export function wordText(view: DataView, at: number): string {
  let text = ''
  for (let limb = LIMBS - 1; limb >= 0; limb--) text += padded(view.getUint32(at + limb * 4, true))
  return text
}
