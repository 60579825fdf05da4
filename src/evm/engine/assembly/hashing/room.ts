import { START } from '../layout'

// Constants that reached into the state of keccak would be overwritten.
if (__heap_base > START) unreachable()

/** Makes room up to an address. */
export function reserve(end: usize): void {
  const pages = <i32>((end + 0xffff) >> 16)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
}
