import type { Address } from '../../../primitives/address.ts'
import type { Codec, Encoder } from '../../codec/codec.ts'
import { address, boolean, text } from '../../codec/scalar.ts'
import { method, param } from '../../core/method.ts'
import { invalidParams } from '../../errors/rpcError.ts'

const LONGEST = 64

const label: Codec<string> = {
  ...text,
  decode(json, path) {
    const given = text.decode(json, path)
    if (given.length > LONGEST) throw invalidParams(`${path}: want at most ${LONGEST} characters`)
    // Labels appear between words in lines of the log.
    if (/[\p{C}\s]/u.test(given)) throw invalidParams(`${path}: want a name without spaces`)
    return given
  },
  schema: { type: 'string', title: 'label', pattern: `^\\S{0,${LONGEST}}$` },
}

const labelsByAddress: Encoder<readonly (readonly [Address, string])[]> = {
  encode: (labels) => Object.fromEntries(labels),
  schema: { type: 'object', title: 'labels by address', additionalProperties: text.schema },
}

export const rockpool_setLabel = method({
  summary: 'Assigns a label to an address for the log. An empty label removes it.',
  params: [param('address', address), param('label', label)],
  result: boolean,
  run({ labels }, named, name) {
    labels.set(named, name)
    return true
  },
})

export const rockpool_getLabels = method({
  summary:
    'Returns the labels of addresses: user-defined ones, development accounts and precompiles.',
  params: [],
  result: labelsByAddress,
  run: ({ labels }) => labels.all,
})
