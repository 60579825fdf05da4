import { readGas } from '../../../../modules/gas/gasMeter.ts'
import { readParameter } from '../../../../modules/params/readParameter.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { string } from '../abi/abiType.ts'
import { queryError } from '../query/queryError.ts'

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: { subspace: string, key: string },
  returns: string,
  run({ world, charge }, { subspace, key }) {
    if (subspace === '' || key === '') throw queryError('InvalidArgument', 'invalid request')
    const value = readParameter(world, { subspace, key })
    // On the real chain, a row of the store `params`.
    charge(readGas(Buffer.byteLength(`${subspace}/${key}${value}`)))
    return value
  },
})

/** 0x1013 of Sei 6.7: values of parameters. */
export const paramsPrecompile = meteredPrecompile([params], { decoder: 'params' })
