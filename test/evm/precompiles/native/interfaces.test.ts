import { readdirSync, readFileSync } from 'node:fs'
import type { AbiParameter as JsonParameter } from 'viem'
import { expect, test } from 'vitest'
import type { AbiParameter } from '../../../../src/evm/precompiles/native/abi/abiType.ts'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { solidityInterfaces } from '../../../support/evm/interfaces.ts'
import { compileSolidity } from '../../../support/evm/solidity.ts'

const folder = new URL('../../../../interfaces/', import.meta.url)
const compiled = compileSolidity(solidityInterfaces())

/** A parameter without what is a name for compilers alone. */
function shapeOf(parameter: AbiParameter | JsonParameter): object {
  const { name = '', type } = parameter
  const components = 'components' in parameter ? parameter.components : undefined
  return { name, type, ...(components && { components: components.map(shapeOf) }) }
}

test.each(readdirSync(folder))('%s matches its precompile', (file) => {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const [, place = ''] = /^address constant \w+ = (0x[0-9a-fA-F]{40});$/m.exec(text) ?? []
  const contract = nativePrecompilesOf('6.7').get(parseAddress(place))
  const { abi = [] } = compiled[file.replace('.sol', '')] ?? {}
  const functions = abi.flatMap((item) => (item.type === 'function' ? [item] : []))
  const events = abi.flatMap((item) => (item.type === 'event' ? [item] : []))
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)

  const declared = functions.map(({ name, stateMutability, inputs, outputs }) => ({
    name,
    stateMutability,
    inputs: inputs.map(shapeOf),
    outputs: outputs.map(shapeOf),
  }))
  const served = contract?.functions.map(({ name, mutability, inputs, outputs }) => ({
    name,
    stateMutability: mutability,
    inputs: inputs.map(shapeOf),
    outputs: outputs.map(shapeOf),
  }))
  expect(declared.sort(byName)).toEqual([...(served ?? [])].sort(byName))
  expect(declared.length).toBeGreaterThan(0)

  const told = events.map(({ name, inputs }) => ({
    name,
    inputs: inputs.map((input) => ({ ...shapeOf(input), indexed: input.indexed })),
  }))
  const emitted = contract?.events.map(({ name, inputs }) => ({
    name,
    inputs: inputs.map((input) => ({ ...shapeOf(input), indexed: input.indexed ?? false })),
  }))
  expect(told.sort(byName)).toEqual([...(emitted ?? [])].sort(byName))
})
