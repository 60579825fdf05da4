// What the struct logs ask of the host.

/** Takes text, which is overwritten afterwards. */
export declare function emit(start: usize, size: usize): void
/** Writes the field `error` for a fault to `to`. Returns its length, at most 256; 0: no field. */
export declare function writeError(op: u32, fault: u32, stackSize: u32, to: usize): usize
/** Linear memory cannot grow. Never returns. */
export declare function memoryLimit(): void
