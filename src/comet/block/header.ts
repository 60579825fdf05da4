import { Timestamp } from 'cosmjs-types/google/protobuf/timestamp'
import { BlockID, type Header } from 'cosmjs-types/tendermint/types/types'
import { Consensus } from 'cosmjs-types/tendermint/version/types'
import { ExactWriter } from '../../abci/wire/exactWriter.ts'
import { bytesField, stringField, varintField } from '../../primitives/encoding/protobuf.ts'
import { merkleRoot } from './merkle.ts'

/** Returns the hash of a header: the root of its encoded fields (CometBFT, types/block.go). */
export function headerHash(header: Header): Uint8Array {
  return merkleRoot([
    Consensus.encode(header.version, new ExactWriter()).finish(),
    stringField(1, header.chainId),
    varintField(1, header.height),
    Timestamp.encode(header.time, new ExactWriter()).finish(),
    BlockID.encode(header.lastBlockId, new ExactWriter()).finish(),
    bytesField(1, header.lastCommitHash),
    bytesField(1, header.dataHash),
    bytesField(1, header.validatorsHash),
    bytesField(1, header.nextValidatorsHash),
    bytesField(1, header.consensusHash),
    bytesField(1, header.appHash),
    bytesField(1, header.lastResultsHash),
    bytesField(1, header.evidenceHash),
    bytesField(1, header.proposerAddress),
  ])
}
