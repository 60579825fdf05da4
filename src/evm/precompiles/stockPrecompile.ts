import type { Common } from '@ethereumjs/common'
import { getActivePrecompiles } from '@ethereumjs/evm'
import { assert } from '../../primitives/assert.ts'
import { faultOfError, type Precompile } from './precompile.ts'

type StockFunction = NonNullable<ReturnType<ReturnType<typeof getActivePrecompiles>['get']>>
type StockInput = Parameters<StockFunction>[0]

/** None of them uses the surrounding EVM. */
const evm = {} as StockInput['_EVM']

/**
 * Returns a synchronous precompile of @ethereumjs/evm, the portable implementation.
 *
 * @param address 40 digits without prefix, as in the library's table
 */
export function stockPrecompile(rules: Common, address: string): Precompile {
  const run = getActivePrecompiles(rules).get(address)
  assert(run !== undefined, `a stock precompile at ${address}`)
  return (input, gasLimit) => {
    const result = run({ data: input, gasLimit, common: rules, _EVM: evm })
    assert(!(result instanceof Promise), `a synchronous precompile at ${address}`)
    const { exceptionError, executionGasUsed, returnValue } = result
    if (exceptionError !== undefined) return faultOfError(exceptionError)
    return { gasUsed: executionGasUsed, output: Uint8Array.from(returnValue) }
  }
}
