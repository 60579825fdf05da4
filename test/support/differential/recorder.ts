import type { FrameEnd, FrameStart, Observer } from '../../../src/evm/run/observer.ts'
import { bytesToHex } from '../../../src/primitives/encoding/hex.ts'
import { type DecodedStep, StepDecoder } from '../evm/steps.ts'

/** An event that an observer received. */
export type Told =
  | { readonly event: 'step'; readonly step: DecodedStep }
  | { readonly event: 'enter' | 'exit' | 'log' | 'access'; readonly text: string }

/** Events requested of a message. */
export interface Watch {
  readonly frames: boolean
  readonly steps?: {
    readonly stackWords: number
    readonly memory: boolean
    readonly returnData: boolean
  }
}

/** An observer that records all events in order. */
export function createRecorder(watch: Watch): {
  readonly observer: Observer
  readonly told: readonly Told[]
} {
  const told: Told[] = []
  const decoder = new StepDecoder(watch.steps?.memory === true)
  const observer: Observer = {
    ...(watch.frames && {
      frames: {
        enter: (frame) => void told.push({ event: 'enter', text: startText(frame) }),
        exit: (end) => void told.push({ event: 'exit', text: endText(end) }),
        log: ({ address, topics, data }) => {
          told.push({ event: 'log', text: `${address} ${topics.join()} ${bytesToHex(data)}` })
        },
        access: (address, slot) => {
          const text = slot === undefined ? address : `${address} ${bytesToHex(slot)}`
          told.push({ event: 'access', text })
        },
      },
    }),
    ...(watch.steps !== undefined && {
      steps: {
        ...watch.steps,
        steps: (batch) => {
          for (const step of decoder.decode(batch)) told.push({ event: 'step', step })
        },
      },
    }),
  }
  return { observer, told }
}

function startText({ kind, depth, from, to, input, gas, value }: FrameStart): string {
  return `${depth} ${kind} from ${from} to ${to} gas ${gas} value ${value} input ${bytesToHex(input)}`
}

function endText({ depth, output, gasUsed, error }: FrameEnd): string {
  return `${depth} used ${gasUsed} error ${error ?? 'none'} output ${bytesToHex(output)}`
}

/** A step on one line. */
export function stepText(step: DecodedStep): string {
  const { depth, pc, gas, cost, refund, stackSize, stack, memorySize, storage, fault } = step
  const words = stack.map((word) => word.toString(16)).join(' ')
  return [
    `${depth}:${pc} op ${step.op.toString(16).padStart(2, '0')} gas ${gas} cost ${cost} refund ${refund}`,
    `stack ${stackSize} [${words}] memory ${memorySize} ${bytesToHex(step.memory.subarray(0, 256))}`,
    `returned ${bytesToHex(step.returnData)}`,
    ...(storage === undefined ? [] : [`slot ${storage.slot} word ${storage.word}`]),
    ...(fault === '' ? [] : [`fault ${fault}`]),
  ].join(' ')
}
