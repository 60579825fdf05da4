// Writes genesis/predeploys.json: the code of contracts that deployments have at the same address
// on many chains, from npm packages that carry it.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const viem = new URL('../node_modules/viem/_esm/constants/contracts.js', import.meta.url)
const { multicall3Bytecode } = await import(viem.href)

/** A constructor that only returns the code behind it ends with RETURN and INVALID. */
const END_OF_CONSTRUCTOR = 'f3fe'

function runtimeCode(initCode) {
  return `0x${initCode.slice(initCode.indexOf(END_OF_CONSTRUCTOR) + END_OF_CONSTRUCTOR.length)}`
}

const predeploys = {
  multicall3: {
    address: '0xca11bde05977b3631167028862be2a173976ca11',
    code: runtimeCode(multicall3Bytecode),
  },
}

const path = fileURLToPath(new URL('../genesis/predeploys.json', import.meta.url))
writeFileSync(path, `${JSON.stringify(predeploys, null, 2)}\n`)
