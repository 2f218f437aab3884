/** A growing list of numbers, 8 bytes each. */
export class NumberList {
  #values = new Float64Array(1024);
  length = 0;

  push(value: number): void {
    // Handed over, so that the smaller memory is gone at once and not only with the next garbage.
    if (this.length === this.#values.length)
      this.#values = new Float64Array(this.#values.buffer.transfer(this.#values.byteLength * 2));
    this.#values[this.length++] = value;
  }

  /** Sorted, without repeats, in the list's own memory: it is not to be used after. */
  sortedUnique(): Float64Array {
    const sorted = this.#values.subarray(0, this.length).sort();
    let kept = 0;
    for (let index = 0; index < sorted.length; index++) {
      const value = sorted[index] ?? 0;
      if (index === 0 || value !== sorted[kept - 1]) sorted[kept++] = value;
    }
    return sorted.subarray(0, kept);
  }
}
