import { type Address, toChecksumAddress } from '../../../primitives/address.ts'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { trimLeft } from '../../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex, hexToBytes } from '../../../primitives/encoding/hex.ts'
import type { StateContent } from '../../../state/inspect/stateContent.ts'
import { type JsonSink, ObjectWriter } from '../../../tracers/jsonSink.ts'
import { minedBlockRef } from '../../codec/blockRef.ts'
import { param, streamingMethod } from '../../core/method.ts'
import { JsonStream } from '../../stream/jsonStream.ts'

const NO_CODE = bytesToHex(keccak256(new Uint8Array(0)))

export const debug_dumpBlock = streamingMethod({
  summary:
    'Returns all accounts after a block, with balance, nonce, code and storage. Does not accept `pending`. `root` is the app hash; the root of an account is empty.',
  params: [param('block', minedBlockRef)],
  result: {
    schema: {
      title: 'dumped state',
      type: 'object',
      properties: {
        root: { type: 'string', description: 'without 0x' },
        accounts: {
          title: 'dumped accounts',
          description: 'by checksummed address',
          type: 'object',
          additionalProperties: {
            title: 'dumped account',
            type: 'object',
            properties: {
              balance: { type: 'string', description: 'wei, decimal' },
              nonce: { type: 'integer' },
              root: { type: 'string', description: 'always 0x' },
              codeHash: { type: 'string' },
              code: { type: 'string' },
              storage: {
                title: 'dumped storage',
                type: 'object',
                description: 'by slot; words without 0x and without leading zeros',
                additionalProperties: { type: 'string' },
              },
              address: { type: 'string' },
              key: { type: 'string', description: 'keccak256 of the address' },
            },
            required: ['balance', 'nonce', 'root', 'codeHash', 'address', 'key'],
          },
        },
      },
      required: ['root', 'accounts'],
    },
  },
  async run({ state }, ref) {
    const view = await state.viewAt(ref)
    return new JsonStream((sink) => state.readAll(view, (content) => writeState(sink, content)))
  },
})

async function writeState(sink: JsonSink, content: StateContent): Promise<void> {
  const dump = new ObjectWriter(sink)
  dump.add({ root: bytesToBareHex(content.appHash) })
  dump.begin('accounts')
  const accounts = new ObjectWriter(sink)
  for (const address of await content.addresses()) {
    await writeAccount(sink, accounts, { content, address })
    if (sink.isFull) await sink.drained()
  }
  accounts.end()
  dump.end()
}

async function writeAccount(
  sink: JsonSink,
  accounts: ObjectWriter,
  { content, address }: { readonly content: StateContent; readonly address: Address },
): Promise<void> {
  const { balance, nonce, code, codeHash } = content.account(address)
  const [first] = content.storage(address)
  // An account with only an association or coins of other denominations is not an EVM account.
  if (balance === 0n && nonce === 0n && code.length === 0 && first === undefined) return
  accounts.begin(toChecksumAddress(address))
  const account = new ObjectWriter(sink)
  account.add({ balance: balance.toString() })
  account.begin('nonce')
  // It may exceed safe integers.
  sink.write(nonce.toString())
  account.add({
    root: '0x',
    codeHash: codeHash ?? NO_CODE,
    ...(code.length > 0 && { code: bytesToHex(code) }),
  })
  if (first !== undefined) {
    account.begin('storage')
    const storage = new ObjectWriter(sink)
    for (const [slot, word] of content.storage(address)) {
      storage.add({ [bytesToHex(slot)]: bytesToBareHex(trimLeft(word)) })
      if (sink.isFull) await sink.drained()
    }
    storage.end()
  }
  account.add({ address, key: bytesToHex(keccak256(hexToBytes(address))) })
  account.end()
}
