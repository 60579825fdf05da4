// The registers of the engine: the current values of the running frame and the message. The loop
// keeps copies of the first ones in locals, and writes them back before calls that read them.

/** The running frame. */
export let frame: usize = 0
/** Gas of the running frame. */
export let gas: i64 = 0
/** Address after the topmost word. */
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

/** Whether an observer receives frames or steps. */
export let watchesFrames: bool = false
export let watchesSteps: bool = false
export function setWatches(watched: bool, stepped: bool): void {
  watchesFrames = watched
  watchesSteps = stepped
}

/** Whether the loop must exit before the next step. */
let isHeld: bool = false
export function setHeld(held: bool): void {
  isHeld = held
}
/** Returns this flag and clears it. */
export function takeHold(): bool {
  const held = isHeld
  isHeld = false
  return held
}

/** Return data of the running frame's last call. */
export let returnData: usize = 0
export let returnSize: usize = 0
export let returnVersion: u32 = 0
export function setReturn(data: usize, size: usize): void {
  returnData = data
  returnSize = size
  returnVersion++
}

/** Gas until the loop exits, updated at changes of frame. */
export let slice: i64 = 0
/** Gas of the running frame when it started or resumed. */
export let sliceGas: i64 = 0
export function setSlice(value: i64, at: i64): void {
  slice = value
  sliceGas = at
}

/** The invalid opcode, or the one without its operands, and the number of words on the stack. */
export let failedOpcode: u32 = 0
export let failedStack: u32 = 0
export function setFailed(op: u32, words: u32): void {
  failedOpcode = op
  failedStack = words
}

/** Outcome of the message (see `Fault`), and address and size of its output. */
export let endFault: i32 = 0
export let endOutput: usize = 0
export let endSize: usize = 0
export function setEnd(fault: i32, output: usize, size: usize): void {
  endFault = fault
  endOutput = output
  endSize = size
}
