/** Wei in one unit of the base denomination. */
export const WEI_PER_UNIT = 1_000_000_000_000n
