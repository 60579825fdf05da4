// A module of its own. Its parts share the code of Keccak-256, which V8 optimises once for all.
export * from './keccak'
export * from './receipts'
export * from './room'
export * from './trie'
