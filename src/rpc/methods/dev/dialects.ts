/** The other names of `hardhat_SUFFIX`: what one test node calls so, clients of others ask for in their own namespace. */
export function dialects(suffix: string): readonly string[] {
  return [`anvil_${suffix}`, `ganache_${suffix}`]
}
