import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { Decoded } from '../../rpc/codec/codec.ts'
import { array, partial } from '../../rpc/codec/compound.ts'
import { address, hash, text } from '../../rpc/codec/scalar.ts'
import { RpcError } from '../../rpc/errors/rpcError.ts'
import { type ProofClaim, verifyProof } from '../../rpc/proof/verifyProof.ts'
import { ProofError } from '../../store/ics23/proofError.ts'
import { CommandError } from '../failure.ts'
import { readJsonFile } from '../files/jsonFile.ts'
import type { CommandInput } from './command.ts'

/**
 * The command `verify-proof`: prints the proven slots of a file.
 *
 * @throws CommandError with exit code 1 for an invalid proof, 2 for an invalid file
 */
export async function verifyProofFile({ operands, options, print }: CommandInput): Promise<void> {
  const [file = '-'] = operands
  const claim = claimOf(await readJsonFile(file), options.stateRoot, file)
  const slots = verify(claim, file)
  if (slots.length === 0) throw new CommandError(`${file}: the proof has no storage slots`, 1)
  const lines = slots.map(({ slot, value }) => {
    const content = value === undefined ? 'is empty' : `holds ${value}`
    return `${claim.address} slot ${slot} ${content}\n`
  })
  print(lines.join(''))
}

function verify(claim: ProofClaim, file: string) {
  try {
    return verifyProof(claim)
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { where, reason } = error.details
    throw new CommandError(`${file}: invalid proof: ${where}: ${reason}`, 1)
  }
}

/** The file contains a result, or a result and the claim. A state root on the command line wins. */
function claimOf(json: unknown, given: string | true | undefined, file: string): ProofClaim {
  const fields = isJsonObject(json) && Object.hasOwn(json, 'proof') ? json : { proof: json }
  const proof = resultOf(fields.proof, file)
  if (!isJsonObject(proof)) throw new CommandError(`${file}: not a result of eth_getProof`, 2)
  const claim = {
    address: proof.address,
    ...fields,
    ...(given !== undefined && { stateRoot: given }),
  }
  const { stateRoot, address: account, keys } = read(claim, file)
  if (account === undefined) throw new CommandError(`${file}: not a result of eth_getProof`, 2)
  if (stateRoot === undefined) {
    throw new CommandError(`${file}: missing state root; use --state-root`, 2)
  }
  return { proof, stateRoot, address: account, ...(keys !== undefined && { keys }) }
}

/** Accepts a whole response, or its result. */
function resultOf(json: unknown, file: string): unknown {
  if (isJsonObject(json) && isJsonObject(json.error)) {
    throw new CommandError(
      `${file}: the response is an error: ${json.error.message ?? JSON.stringify(json.error)}`,
      2,
    )
  }
  return isJsonObject(json) && Object.hasOwn(json, 'result') ? json.result : json
}

const subject = partial(
  { stateRoot: hash, address, keys: array(text) },
  { title: 'subject of a proof' },
)

function read(json: unknown, file: string): Decoded<typeof subject> {
  try {
    return subject.decode(json, file)
  } catch (error) {
    if (error instanceof RpcError) throw new CommandError(error.message, 2)
    throw error
  }
}
