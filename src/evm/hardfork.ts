/** A fork's name in @ethereumjs/common's spelling, such as `prague`. */
export type Hardfork = string
