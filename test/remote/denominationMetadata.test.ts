import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import type { Hex } from '../../src/primitives/encoding/hex.ts'
import { openRemoteChain } from '../../src/remote/openRemoteChain.ts'
import type { RemoteState } from '../../src/remote/remoteState.ts'
import { startChainServer } from '../support/remote/chainServer.ts'
import { AnswerError } from '../support/remote/remoteServer.ts'

const [SUPPLY, METADATA, NAME, SYMBOL] = ['0x6923a1fd', '0xbf167569', '0x5b43bc99', '0x41bb0559']
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value])

const whole = {
  description: 'A token with a description that is longer than one word of the ABI',
  denomUnits: [
    { denom: 'uatom', exponent: 0, aliases: ['microatom', 'µatom'] },
    { denom: 'atom', exponent: 6, aliases: [] },
  ],
  ...{ base: 'uatom', display: 'atom', name: 'Atom', symbol: 'ATOM' },
}
const metadata = {
  ...{ description: whole.description, base: 'uatom', display: 'atom' },
  ...{ name: 'Atom', symbol: 'ATOM' },
  units: [
    { denomination: 'uatom', exponent: 0, aliases: ['microatom', 'µatom'] },
    { denomination: 'atom', exponent: 6 },
  ],
}
const encoded = encodeAbiParameters(
  parseAbiParameters([
    'Metadata metadata',
    'struct Unit { string denom; uint32 exponent; string[] aliases; }',
    'struct Metadata { string description; Unit[] denomUnits; string base; string display; string name; string symbol; }',
  ]),
  [whole],
)
const older = {
  ...{ description: '', base: 'uatom', display: '', name: 'Atom', symbol: 'ATOM' },
}

/** Answers of the precompiled contract by selector; a creation has an empty one. */
type Answers = Readonly<Record<string, Hex | undefined>>

async function stateOf(answers: Answers): Promise<RemoteState> {
  const { url } = await startChainServer({
    eth_call: ([call]) => {
      const { to, data } = call as { to?: string; data: string }
      const selector = to === undefined ? '' : data.slice(0, 10)
      const answer = selector === SUPPLY ? word(1) : answers[selector]
      if (answer === undefined) throw new AnswerError(3, 'execution reverted')
      return answer
    },
  })
  const chain = await openRemoteChain({ url, retries: 0 })
  onTestFinished(() => chain.close())
  return chain.state
}

const read = [{ kind: 'metadata', denomination: 'uatom' }] as const
const names = { [NAME as string]: text('Atom'), [SYMBOL as string]: text('ATOM') }

test.each<[string, Answers, unknown]>([
  ['the whole', { ...names, [METADATA as string]: encoded }, metadata],
  [
    'name, symbol and decimals',
    { ...names, '': word(6) },
    {
      ...older,
      units: [
        { denomination: 'uatom', exponent: 0 },
        { denomination: '', exponent: 6 },
      ],
    },
  ],
  [
    'decimals of 0',
    { ...names, '': word(0) },
    { ...older, units: [{ denomination: 'uatom', exponent: 0 }] },
  ],
  ['no decimals', names, { ...older, units: [] }],
  ['decimals that cannot be', { ...names, '': word(256) }, { ...older, units: [] }],
  ['nothing', {}, null],
])('reads metadata of a node that tells %s', async (_what, answers, wanted) => {
  const state = await stateOf(answers)
  expect(state.metadata('uatom')).toBeUndefined()
  await state.fetch(read)
  expect(state.metadata('uatom')).toEqual(wanted)
})

/** The bytes with another word. */
const changed = (at: number, value: Hex): Hex =>
  `${encoded.slice(0, 2 + 64 * at)}${value.slice(2)}${encoded.slice(2 + 64 * (at + 1))}` as Hex

test.each<[string, Hex]>([
  ['no bytes', '0x'],
  ['half of it', encoded.slice(0, 2 + 64 * 12) as Hex],
  ['an offset behind the end', changed(0, word(100_000))],
  ['an offset of more than 32 bits', changed(1, `0x${'ff'.repeat(32)}`)],
  ['a list that is too long', changed(11, word(1_000_000))],
])('refuses %s, and does not keep it', async (_what, answer) => {
  const state = await stateOf({ ...names, [METADATA as string]: answer })
  await expect(state.fetch(read)).rejects.toMatchObject({ code: 'BAD_REMOTE_ANSWER' })
  expect(state.metadata('uatom')).toBeUndefined()
})
