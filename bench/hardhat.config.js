// biome-ignore lint/style/noDefaultExport: where Hardhat looks for it, which otherwise keeps to its defaults
export default { paths: { cache: process.env.HARDHAT_CACHE ?? 'node_modules/.cache/hardhat' } }
