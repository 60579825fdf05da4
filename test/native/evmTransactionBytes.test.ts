import { createHash } from 'node:crypto'
import { RLP } from '@ethereumjs/rlp'
import { test } from '@fast-check/vitest'
import { BinaryReader } from 'cosmjs-types/binary'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { Any } from 'cosmjs-types/google/protobuf/any'
import { getAddress } from 'ethers'
import { expect } from 'vitest'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { cosmosHash, encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import { txJson } from '../../src/native/gateway/gatewayJson.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { anyTransaction } from '../support/chain/arbitraryBlock.ts'
import { PREFIX } from '../support/native/cosmos.ts'
import { runs } from '../support/runs.ts'

type Fields = ReadonlyMap<number, readonly (bigint | Uint8Array)[]>
type Rlp = bigint | Uint8Array | string | Rlp[]

/** What stands in a message, by number, as the reader of cosmjs-types sees it. */
function fieldsOf(message: Uint8Array): Fields {
  const reader = new BinaryReader(message)
  const fields = new Map<number, (bigint | Uint8Array)[]>()
  while (reader.pos < reader.len) {
    const [number, wireType] = reader.tag()
    const value = wireType === 0 ? reader.uint64() : reader.bytes()
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

function reading(message: Uint8Array) {
  const fields = fieldsOf(message)
  const all = (number: number) =>
    (fields.get(number) ?? []).map((value) => {
      if (typeof value === 'bigint') throw new Error(`field ${number} is an integer`)
      return value
    })
  const bytes = (number: number) => all(number)[0] ?? new Uint8Array(0)
  const text = (number: number) => Buffer.from(bytes(number)).toString()
  const address = (number: number): Rlp => {
    const given = text(number)
    // Checks the checksum.
    return given === '' ? new Uint8Array(0) : getAddress(given)
  }
  const integer = (number: number) => {
    const [value = 0n] = fields.get(number) ?? []
    if (typeof value !== 'bigint') throw new Error(`field ${number} is no integer`)
    return value
  }
  return { all, bytes, text, address, integer, decimal: (number: number) => BigInt(text(number)) }
}

function accessOf(message: Uint8Array): Rlp {
  const { address, all } = reading(message)
  return [address(1), all(2).map((key) => Buffer.from(key).toString())]
}

function authorizationOf(message: Uint8Array): Rlp {
  const { decimal, address, integer, bytes } = reading(message)
  return [decimal(1), address(2), integer(3), bytes(4), bytes(5), bytes(6)]
}

/**
 * The Ethereum transaction that TxData of each type is of, by the field numbers of Sei's
 * definitions.
 */
const rebuild: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  LegacyTx: (data) => {
    const { integer, decimal, address, bytes } = reading(data)
    const tx = [integer(1), decimal(2), integer(3), address(4), decimal(5), bytes(6)]
    return RLP.encode([...tx, bytes(7), bytes(8), bytes(9)])
  },
  AccessListTx: (data) => {
    const { integer, decimal, address, bytes, all } = reading(data)
    const tx = [decimal(1), integer(2), decimal(3), integer(4), address(5), decimal(6), bytes(7)]
    return typed(1, [...tx, all(8).map(accessOf), bytes(9), bytes(10), bytes(11)])
  },
  DynamicFeeTx: (data) => {
    const { bytes } = reading(data)
    return typed(2, [...capped(data), bytes(10), bytes(11), bytes(12)])
  },
  SetCodeTx: (data) => {
    const { bytes, all } = reading(data)
    const list = all(10).map(authorizationOf)
    return typed(4, [...capped(data), list, bytes(11), bytes(12), bytes(13)])
  },
}

function capped(data: Uint8Array): Rlp[] {
  const { integer, decimal, address, bytes, all } = reading(data)
  const fees = [decimal(3), decimal(4), integer(5)]
  const call = [address(6), decimal(7), bytes(8), all(9).map(accessOf)]
  return [decimal(1), integer(2), ...fees, ...call]
}

function typed(type: number, fields: Rlp[]): Uint8Array {
  return Uint8Array.from([type, ...RLP.encode(fields)])
}

test.prop([anyTransaction], { numRuns: runs({ quick: 40, full: 200 }) })(
  'contains the whole EVM transaction',
  (tx) => {
    const raw = encodeEvmTransaction(tx)
    const envelope = TxRaw.decode(raw)
    const body = TxBody.decode(envelope.bodyBytes)
    const auth = AuthInfo.decode(envelope.authInfoBytes)
    expect(bytesToHex(envelope.authInfoBytes)).toBe('0x1200')
    expect(auth.signerInfos).toEqual([])
    expect(envelope.signatures).toEqual([])
    expect(body).toMatchObject({ memo: '', timeoutHeight: 0n })
    const [message, ...others] = body.messages
    expect(others).toEqual([])
    expect(message?.typeUrl).toBe('/seiprotocol.seichain.evm.MsgEVMTransaction')
    const data = fieldsOf(message?.value ?? new Uint8Array(0)).get(1)?.[0]
    if (!(data instanceof Uint8Array)) throw new Error('no data')
    const { typeUrl, value } = Any.decode(data)
    const type = typeUrl.replace('/seiprotocol.seichain.eth.', '')
    expect(bytesToHex(rebuild[type]?.(value) ?? new Uint8Array(0))).toBe(bytesToHex(tx.raw))

    const again = TxRaw.encode({
      bodyBytes: TxBody.encode(body).finish(),
      authInfoBytes: AuthInfo.encode(auth).finish(),
      signatures: [],
    }).finish()
    expect(cosmosHash(tx)).toBe(`0x${createHash('sha256').update(again).digest('hex')}`)
  },
)

test.prop([anyTransaction], { numRuns: runs({ quick: 10, full: 50 }) })(
  'is rejected as a native transaction',
  (tx) => {
    expect(() => decodeNativeTransaction(encodeEvmTransaction(tx), PREFIX)).toThrow(
      expect.objectContaining({ code: 'EVM_TRANSACTION_AS_NATIVE' }),
    )
  },
)

const names = ['LegacyTx', 'AccessListTx', 'DynamicFeeTx', '', 'SetCodeTx']

test.prop([anyTransaction], { numRuns: runs({ quick: 10, full: 50 }) })(
  'has equivalent JSON',
  (tx) => {
    const base64 = (value: bigint) => {
      const digits = value.toString(16)
      const whole = digits.length % 2 === 0 ? digits : `0${digits}`
      return value === 0n ? '' : Buffer.from(whole, 'hex').toString('base64')
    }
    const typed = {
      chain_id: `${tx.chainId}`,
      accesses: tx.accessList.map(({ address, storageKeys }) => ({
        address: getAddress(address),
        storage_keys: storageKeys,
      })),
    }
    const capped = {
      gas_tip_cap: `${tx.maxPriorityFeePerGas}`,
      gas_fee_cap: `${tx.maxFeePerGas}`,
    }
    const authorized = {
      auth_list: tx.authorizationList.map(({ chainId, address, nonce, yParity, r, s }) => ({
        chain_id: `${chainId}`,
        address: getAddress(address),
        nonce: `${nonce}`,
        v: base64(BigInt(yParity)),
        r: base64(r),
        s: base64(s),
      })),
    }
    expect(txJson(encodeEvmTransaction(tx))).toEqual({
      '@type': '/cosmos.tx.v1beta1.Tx',
      body: {
        messages: [
          {
            '@type': '/seiprotocol.seichain.evm.MsgEVMTransaction',
            data: {
              '@type': `/seiprotocol.seichain.eth.${names[tx.type]}`,
              nonce: `${tx.nonce}`,
              gas_limit: `${tx.gasLimit}`,
              to: tx.to === undefined ? '' : getAddress(tx.to),
              value: `${tx.value}`,
              data: Buffer.from(tx.data).toString('base64'),
              v: base64(tx.v),
              r: base64(tx.signature.r),
              s: base64(tx.signature.s),
              ...(tx.type === 0 ? {} : typed),
              ...(tx.type < 2 ? { gas_price: `${tx.maxFeePerGas}` } : capped),
              ...(tx.type === 4 ? authorized : {}),
            },
            derived: null,
          },
        ],
        memo: '',
        timeout_height: '0',
        extension_options: [],
        non_critical_extension_options: [],
      },
      auth_info: {
        signer_infos: [],
        fee: { amount: [], gas_limit: '0', payer: '', granter: '' },
      },
      signatures: [],
    })
  },
)
