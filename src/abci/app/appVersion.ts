/**
 * Version of the state machine in block headers: raised when blocks of old versions would run
 * differently. Info and the consensus parameters must agree on it, or state sync fails.
 */
export const APP_VERSION = 1n
