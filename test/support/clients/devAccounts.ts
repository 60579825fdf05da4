/** Mnemonic of the development accounts, as in Hardhat and Anvil. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk'

/** Keys of the first two accounts, as published: https://getfoundry.sh/anvil/overview */
export const DEV_KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

/** Their addresses. */
export const DEV_ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
