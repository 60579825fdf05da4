// Hashing for the tables of accounts and slots. Keys are chosen by whoever writes the code that runs, and a key that collides
// with others costs time that nobody pays for; so the seed is the host's secret. Nothing that can be seen depends on it.

export let hashSeed: u64 = 0

export function setHashSeed(seed: u64): void {
  hashSeed = seed
}

/** Takes another 64 bits into a hash; every bit of it reaches the lower half of the result. */
// @ts-ignore: decorator
@inline
export function mix(hash: u64, value: u64): u64 {
  const mixed = (hash ^ value) * 0x9e3779b97f4a7c15
  return mixed ^ (mixed >> 32)
}
