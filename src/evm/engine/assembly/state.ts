// The registers of the engine: what the running frame and the message have at the moment. The loop keeps copies of the
// first ones in locals and writes them back before it calls anything that looks at them.

/** The running frame. */
export let frame: usize = 0
/** Gas of the running frame. */
export let gas: i64 = 0
/** One behind the topmost word. */
export let sp: usize = 0
export let pc: usize = 0

export function setFrame(value: usize): void {
  frame = value
}
export function setGas(value: i64): void {
  gas = value
}
export function setSp(value: usize): void {
  sp = value
}
export function setPc(value: usize): void {
  pc = value
}

/** Refund counter of the message. */
export let refund: i64 = 0
export function setRefund(value: i64): void {
  refund = value
}

/** Whether an observer follows frames, and whether one follows steps. */
export let watchesFrames: bool = false
export let watchesSteps: bool = false
export function setWatches(watched: bool, stepped: bool): void {
  watchesFrames = watched
  watchesSteps = stepped
}

/** Whether the loop is to be left before the next step. */
let isHeld: bool = false
export function setHeld(held: bool): void {
  isHeld = held
}
/** Whether it is; it is not to be left again. */
export function takeHold(): bool {
  const held = isHeld
  isHeld = false
  return held
}

/** What the last call of the running frame returned. */
export let returnData: usize = 0
export let returnSize: usize = 0
export let returnVersion: u32 = 0
export function setReturn(data: usize, size: usize): void {
  returnData = data
  returnSize = size
  returnVersion++
}

/** Gas that may be used until the loop is left, counted at changes of frame. */
export let slice: i64 = 0
/** Gas of the running frame when it got control. */
export let sliceGas: i64 = 0
export function setSlice(value: i64, at: i64): void {
  slice = value
  sliceGas = at
}

/** The opcode that was not valid, or did not have its operands, and how many words it found, when a frame failed for that. */
export let failedOpcode: u32 = 0
export let failedStack: u32 = 0
export function setFailed(op: u32, words: u32): void {
  failedOpcode = op
  failedStack = words
}

/** How the message ended: see `Fault`, and where its output lies. */
export let endFault: i32 = 0
export let endOutput: usize = 0
export let endSize: usize = 0
export function setEnd(fault: i32, output: usize, size: usize): void {
  endFault = fault
  endOutput = output
  endSize = size
}
