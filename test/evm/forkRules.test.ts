import { Common, Hardfork as Fork, Mainnet } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { describe, expect, test } from 'vitest'
import { forkRules } from '../../src/evm/rules/forkRules.ts'
import { type Hardfork, hardforks } from '../../src/evm/rules/hardfork.ts'
import { CHAIN_ID } from '../support/genesis.ts'

const EIPS = Array.from({ length: 10_000 }, (_, eip) => eip)
const PARAMS = [...Object.values(paramsTx), ...Object.values(paramsEVM)].flatMap(Object.keys)

function stockRules(hardfork: Hardfork): Common {
  const forks = hardforks.map((name) => ({ name, block: 0 }))
  const rules = new Common({ chain: { ...Mainnet, hardforks: forks }, hardfork })
  rules.updateParams(paramsTx)
  rules.updateParams(paramsEVM)
  return rules
}

function paramOf(rules: Common, name: string): bigint | string {
  try {
    return rules.param(name)
  } catch (error) {
    return String(error)
  }
}

describe.each(hardforks)('%s', (hardfork) => {
  const rules = forkRules(CHAIN_ID, hardfork)
  const stock = stockRules(hardfork)

  // Twice: the second answer comes from a table.
  test.each(['first', 'again'])('has the EIPs, forks and parameters of the library (%s)', () => {
    const active = (common: Common) => EIPS.filter((eip) => common.isActivatedEIP(eip))
    expect(active(rules)).toEqual(active(stock))
    for (const eip of [-1, 0.5, Number.NaN, 16_383, 16_384, 2 ** 40]) {
      expect(rules.isActivatedEIP(eip)).toBe(false)
    }
    const reached = (common: Common) => Object.values(Fork).filter((f) => common.gteHardfork(f))
    expect(reached(rules)).toEqual(reached(stock))
    for (const name of [...PARAMS, 'toString', 'noSuchGas']) {
      expect(paramOf(rules, name), name).toBe(paramOf(stock, name))
    }
  })

  test('does not change after it is shared', () => {
    rules.setHardfork(hardfork)
    const other = hardfork === 'london' ? 'berlin' : 'london'
    expect(() => rules.setHardfork(other)).toThrow('do not change')
    expect(() => rules.setEIPs([7692])).toThrow('do not change')
    expect(() => rules.resetParams({})).toThrow('do not change')
    rules.updateParams({ 1: { addGas: 99 } })
    expect(paramOf(rules, 'addGas')).toBe(paramOf(stock, 'addGas'))
    expect(rules.hardfork()).toBe(hardfork)
  })
})
