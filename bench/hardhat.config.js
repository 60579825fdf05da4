// biome-ignore lint/style/noDefaultExport: where Hardhat looks for it, which here keeps to its defaults
export default {}
