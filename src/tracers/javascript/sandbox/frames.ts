/*
 * Frames of a message as described by the host. Runs inside the sandbox.
 */
import bigInt, { type BigInteger } from 'big-integer'
import { Bytes, bytesAt, bytesToBigInt, latin1 } from './bytes.ts'
import { ENTER, EXIT } from './protocol.ts'
import type { CapabilityGuard } from './tracerCapabilities.ts'

const Words = Uint32Array
const Doubles = Float64Array

/** The contract of a frame. */
interface Contract {
  readonly caller: Uint8Array
  readonly address: Uint8Array
  readonly value: bigint
  readonly input: Uint8Array
}

const NOBODY: Contract = {
  caller: new Uint8Array(20),
  address: new Uint8Array(20),
  value: 0n,
  input: new Uint8Array(0),
}

/** The argument of `enter`. */
export interface EnteredFrame {
  getType(): string
  getFrom(): Uint8Array
  getTo(): Uint8Array
  getInput(): Uint8Array
  getGas(): number
  getValue(): BigInteger | undefined
}

/** The argument of `exit`. */
export interface FrameResult {
  getGasUsed(): number
  getOutput(): Uint8Array
  getError(): string | undefined
}

/** Follows the frames of the message. */
export class Frames {
  readonly contracts: Contract[] = []
  readonly need: CapabilityGuard

  constructor(need: CapabilityGuard) {
    this.need = need
  }

  /** The contract of an open frame. */
  contractAt(depth: number): Contract {
    return this.contracts[depth] ?? NOBODY
  }

  /** Starts a frame that the buffer describes. */
  enter(buffer: ArrayBuffer): { readonly depth: number; readonly frame: EnteredFrame } {
    const depth = wordAt(buffer, ENTER.depth)
    const kindLength = wordAt(buffer, ENTER.kindLength)
    const kind = latin1(bytesAt(buffer, ENTER.rest, kindLength))
    const input = bytesAt(buffer, ENTER.rest + kindLength, wordAt(buffer, ENTER.inputLength))
    const gas = doubleAt(buffer, ENTER.gas)
    const from = bytesAt(buffer, ENTER.from, 20)
    const to = bytesAt(buffer, ENTER.to, 20)
    const value = bytesToBigInt(bytesAt(buffer, ENTER.value, 32))
    this.contracts.length = Math.min(this.contracts.length, depth)
    this.contracts.push(this.contractOf(kind, depth, from, to, value, input))
    const frame: EnteredFrame = {
      getType: () => kind,
      getFrom: () => new Bytes(from),
      getTo: () => new Bytes(to),
      getInput: () => {
        this.need.require('input')
        return new Bytes(input)
      },
      getGas: () => gas,
      getValue: () => (kind === 'STATICCALL' ? undefined : bigInt(value)),
    }
    return { depth, frame }
  }

  /** Ends a frame that the buffer describes. */
  exit(buffer: ArrayBuffer): { readonly depth: number; readonly result: FrameResult } {
    const depth = wordAt(buffer, EXIT.depth)
    const errorLength = wordAt(buffer, EXIT.errorLength)
    const error = latin1(bytesAt(buffer, EXIT.rest, errorLength))
    const output = bytesAt(buffer, EXIT.rest + errorLength, wordAt(buffer, EXIT.outputLength))
    const gasUsed = doubleAt(buffer, EXIT.gasUsed)
    this.contracts.length = Math.min(this.contracts.length, depth)
    const result: FrameResult = {
      getGasUsed: () => gasUsed,
      getOutput: () => new Bytes(output),
      getError: () => (errorLength === 0 ? undefined : error),
    }
    return { depth, result }
  }

  contractOf(
    kind: string,
    depth: number,
    from: Uint8Array,
    to: Uint8Array,
    value: bigint,
    input: Uint8Array,
  ): Contract {
    // A delegate runs as its caller.
    if (kind === 'DELEGATECALL') return { ...this.contractAt(depth - 1), input }
    const isCreation = kind === 'CREATE' || kind === 'CREATE2'
    return {
      caller: from,
      address: kind === 'CALLCODE' ? from : to,
      value,
      input: isCreation ? NOBODY.input : input,
    }
  }
}

function wordAt(buffer: ArrayBuffer, offset: number): number {
  return new Words(buffer, offset, 1)[0] as number
}

function doubleAt(buffer: ArrayBuffer, offset: number): number {
  return new Doubles(buffer, offset, 1)[0] as number
}
