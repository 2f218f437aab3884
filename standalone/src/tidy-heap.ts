/**
 * Collects all garbage, gives its memory back to the system, and shrinks the new space of the heap to what is alive in
 * it: starting lets that grow to its limit, though uploads need little of it. Does nothing in a process that was begun
 * without `--expose-gc` (process.json).
 */
export const tidyHeap = (): void => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
