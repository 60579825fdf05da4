import { decodeNativeTransaction } from '../../native/codec/decodeNativeTransaction.ts'
import type { NativeEvent, NativeReceipt } from '../../native/nativeReceipt.ts'
import { bytesToUtf8, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  type RlpInput,
  type RlpItem,
  readAddress,
  readBigInt,
  readBytes,
  readList,
  readNumber,
} from '../../primitives/encoding/rlp.ts'
import type { NativeEntry } from './block.ts'
import { logFields, readLog } from './consensusRlp.ts'

/** Encodes a native transaction and its result for {@link readNativeEntry}. */
export function writeNativeEntry({ transaction, receipt, position }: NativeEntry): RlpInput {
  const { raw, bech32Prefix } = transaction
  return [raw, utf8ToBytes(bech32Prefix), position, writeReceipt(receipt)]
}

/**
 * Decodes {@link writeNativeEntry}.
 * @throws Error if the item is invalid
 */
export function readNativeEntry(item: RlpItem): NativeEntry {
  const [raw, prefix, position, receipt] = readList(item, 4)
  return {
    transaction: decodeNativeTransaction(readBytes(raw), readText(prefix)),
    receipt: readReceipt(receipt),
    position: readNumber(position),
  }
}

function writeReceipt(receipt: NativeReceipt): RlpInput {
  const { transfer } = receipt
  return [
    receipt.code,
    utf8ToBytes(receipt.codespace),
    utf8ToBytes(receipt.log),
    receipt.gasUsed,
    receipt.events.map(writeEvent),
    hexToBytes(receipt.sender),
    transfer === undefined
      ? []
      : [hexToBytes(transfer.from), hexToBytes(transfer.to), transfer.value],
    receipt.logs.map(logFields),
  ]
}

function readReceipt(item: RlpItem | undefined): NativeReceipt {
  const fields = readList(item, 8)
  const [from, to, value] = readList(fields[6])
  return {
    code: readNumber(fields[0]),
    codespace: readText(fields[1]),
    log: readText(fields[2]),
    gasUsed: readBigInt(fields[3]),
    events: readList(fields[4]).map(readEvent),
    sender: readAddress(fields[5]),
    ...(from !== undefined && {
      transfer: { from: readAddress(from), to: readAddress(to), value: readBigInt(value) },
    }),
    logs: readList(fields[7]).map(readLog),
  }
}

function writeEvent({ type, attributes }: NativeEvent): RlpInput {
  return [
    utf8ToBytes(type),
    attributes.map(({ key, value }) => [utf8ToBytes(key), utf8ToBytes(value)]),
  ]
}

function readEvent(item: RlpItem): NativeEvent {
  const [type, attributes] = readList(item, 2)
  return {
    type: readText(type),
    attributes: readList(attributes).map((attribute) => {
      const [key, value] = readList(attribute, 2)
      return { key: readText(key), value: readText(value) }
    }),
  }
}

function readText(item: RlpItem | undefined): string {
  return bytesToUtf8(readBytes(item))
}
