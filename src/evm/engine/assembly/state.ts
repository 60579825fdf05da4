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

/** The opcode that was not valid, when a frame failed for that. */
export let invalidOpcode: u32 = 0
export function setInvalidOpcode(op: u32): void {
  invalidOpcode = op
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
