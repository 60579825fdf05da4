// What the struct logs ask of the host.

/** Takes text, which is overwritten afterwards. */
export declare function emit(start: usize, size: usize): void
/** Writes the field for the fault of an opcode to `to`, if it has one; returns its length, at most 256. */
export declare function writeError(op: u32, fault: u32, stackSize: u32, to: usize): usize
/** There is no more memory to have. Never returns. */
export declare function memoryLimit(): void
