import type { ResponseQuery } from 'cosmjs-types/tendermint/abci/types'
import type { BlockID, Commit, CommitSig, Header } from 'cosmjs-types/tendermint/types/types'
import type { NativeResult } from '../../native/gateway/gatewayJson.ts'
import type { NativeEvent } from '../../native/nativeReceipt.ts'
import { bytesToBase64 } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { CometBlock } from '../block/cometBlocks.ts'
import { type CometTransaction, cometHash } from '../block/cometTransactions.ts'
import { merkleProof, merkleRoot } from '../block/merkle.ts'
import type { CometValidator } from '../block/validatorSet.ts'

/*
 * JSON of CometBFT 0.38: 64-bit integers as text, hashes in upper case without 0x, other bytes as
 * base64.
 */

/** Formats a hash or an address. */
export function hex(bytes: Uint8Array): string {
  return bytesToBareHex(bytes).toUpperCase()
}

/** Formats bytes; none are null. */
export function base64OrNull(bytes: Uint8Array): string | null {
  return bytes.length === 0 ? null : bytesToBase64(bytes)
}

export function timeView({ seconds }: { readonly seconds: bigint }): string {
  return toRfc3339(seconds)
}

export function blockIdView({ hash, partSetHeader }: BlockID): Json {
  const { total, hash: partsHash } = partSetHeader
  return { hash: hex(hash), parts: { total, hash: hex(partsHash) } }
}

export function headerView(header: Header): Json {
  return {
    version: { block: String(header.version.block), app: String(header.version.app) },
    chain_id: header.chainId,
    height: String(header.height),
    time: timeView(header.time),
    last_block_id: blockIdView(header.lastBlockId),
    last_commit_hash: hex(header.lastCommitHash),
    data_hash: hex(header.dataHash),
    validators_hash: hex(header.validatorsHash),
    next_validators_hash: hex(header.nextValidatorsHash),
    consensus_hash: hex(header.consensusHash),
    app_hash: hex(header.appHash),
    last_results_hash: hex(header.lastResultsHash),
    evidence_hash: hex(header.evidenceHash),
    proposer_address: hex(header.proposerAddress),
  }
}

export function commitView({ height, round, blockId, signatures }: Commit): Json {
  return {
    height: String(height),
    round,
    block_id: blockIdView(blockId),
    signatures: signatures.map(signatureView),
  }
}

function signatureView({ blockIdFlag, validatorAddress, timestamp, signature }: CommitSig): Json {
  return {
    block_id_flag: blockIdFlag,
    validator_address: hex(validatorAddress),
    timestamp: timeView(timestamp),
    signature: base64OrNull(signature),
  }
}

/** The block alone, without its id. */
export function blockView({ header, transactions, lastCommit }: CometBlock): Json {
  return {
    header: headerView(header),
    data: { txs: transactions.map(({ raw }) => bytesToBase64(raw)) },
    evidence: { evidence: [] },
    last_commit: commitView(lastCommit),
  }
}

/** A block with its id. */
export function identifiedBlockView(block: CometBlock): Json {
  return { block_id: blockIdView(block.id), block: blockView(block) }
}

export function blockMetaView({ id, size, header, transactions }: CometBlock): Json {
  return {
    block_id: blockIdView(id),
    block_size: String(size),
    header: headerView(header),
    num_txs: String(transactions.length),
  }
}

export function publicKeyView(key: Uint8Array): Json {
  return { type: 'tendermint/PubKeyEd25519', value: bytesToBase64(key) }
}

export function validatorView({ address, key, power }: CometValidator): {
  readonly [name: string]: Json
} {
  return { address: hex(address), pub_key: publicKeyView(key), voting_power: String(power) }
}

/** A result of execution. */
export function resultView(result: NativeResult): Json {
  const { code, data, rawLog, gasWanted, gasUsed, events, codespace } = result
  return {
    code,
    data: base64OrNull(data),
    log: rawLog,
    info: '',
    gas_wanted: String(gasWanted),
    gas_used: String(gasUsed),
    events: events.map(eventView),
    codespace,
  }
}

function eventView({ type, attributes }: NativeEvent): Json {
  return { type, attributes: attributes.map(({ key, value }) => ({ key, value, index: true })) }
}

/** A mined transaction with its result. */
export function transactionView(
  transaction: CometTransaction,
  result: NativeResult,
  proof: Json | undefined,
): Json {
  const { index, raw } = transaction
  return {
    hash: hex(cometHash(transaction)),
    height: String(result.height),
    index,
    tx_result: resultView(result),
    tx: bytesToBase64(raw),
    ...(proof !== undefined && { proof }),
  }
}

/** Proves that a transaction is in the data of its block. */
export function proofView(all: readonly CometTransaction[], index: number): Json {
  const leaves = all.map(cometHash)
  const { leafHash, aunts } = merkleProof(leaves, index)
  const raw = all[index]?.raw ?? new Uint8Array(0)
  return {
    root_hash: hex(merkleRoot(leaves)),
    data: bytesToBase64(raw),
    proof: {
      total: String(leaves.length),
      index: String(index),
      leaf_hash: bytesToBase64(leafHash),
      aunts: aunts.map(bytesToBase64),
    },
  }
}

/** An answer to `abci_query`. */
export function queryView(answer: ResponseQuery): Json {
  const { code, log, info, index, key, value, proofOps, height, codespace } = answer
  return {
    ...{ code, log, info, index: String(index) },
    key: base64OrNull(key),
    value: base64OrNull(value),
    proofOps:
      proofOps === undefined
        ? null
        : {
            ops: proofOps.ops.map((op) => ({
              type: op.type,
              key: bytesToBase64(op.key),
              data: bytesToBase64(op.data),
            })),
          },
    height: String(height),
    codespace,
  }
}
