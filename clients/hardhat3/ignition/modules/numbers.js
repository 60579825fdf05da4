import { buildModule } from '@nomicfoundation/hardhat-ignition/modules'

// biome-ignore lint/style/noDefaultExport: Ignition reads the default export
export default buildModule('Numbers', (m) => {
  const specimen = m.contract('Specimen', [7n])
  m.call(specimen, 'setNumber', [8n])
  return { specimen }
})
