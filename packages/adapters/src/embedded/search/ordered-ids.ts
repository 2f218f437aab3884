/** Ids that lie side by side share what they are counted from. */
const BLOCK = 1024;
const MOST_OFFSET = 0xffff_ffff;

/** Ids as threads share them. */
export interface SharedIds {
  length: number;
  readonly bases: Float64Array;
  readonly offsets: Uint32Array;
  /** Blocks whose ids are too far from one another for offsets. */
  readonly wide: Map<number, Float64Array>;
}

const floats = (count: number): Float64Array =>
  new Float64Array(new SharedArrayBuffer(count * Float64Array.BYTES_PER_ELEMENT));

/**
 * Whole numbers in ascending order, by their places: four bytes for each where neighbours are near one another, as numbers of one
 * country are, and eight more where they are not.
 */
export class OrderedIds {
  /** To be read by other threads once nothing is put behind them any more. */
  readonly shared: SharedIds;

  /** @param most how many there is room for */
  static withRoom(most: number): OrderedIds {
    const offsets = new Uint32Array(new SharedArrayBuffer(most * Uint32Array.BYTES_PER_ELEMENT));
    return new OrderedIds({ length: 0, bases: floats(Math.ceil(most / BLOCK)), offsets, wide: new Map() });
  }

  constructor(shared: SharedIds) {
    this.shared = shared;
  }

  get length(): number {
    return this.shared.length;
  }

  /** Puts more behind those that are there, greater than all of them, as far as there is room. */
  push(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.length === this.shared.offsets.length) return;
      this.#put(this.shared.length++, id);
    }
  }

  /** NaN where there is none. */
  at(place: number): number {
    const { length, bases, offsets, wide } = this.shared;
    if (place < 0 || place >= length) return Number.NaN;
    const block = Math.floor(place / BLOCK);
    const inFull = wide.size > 0 ? wide.get(block) : undefined;
    return inFull ? (inFull[place % BLOCK] ?? Number.NaN) : (bases[block] ?? 0) + (offsets[place] ?? 0);
  }

  /**
   * Where an id stands, or, where it does not stand here, the first one behind it would.
   * @param from a place at or before it: near ones are found soonest
   */
  placeOf(id: number, from = 0): number {
    let low = from;
    let step = 1;
    for (; this.at(low + step) < id; step *= 2) low += step;
    let high = Math.min(low + step, this.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #put(place: number, id: number): void {
    const { bases, offsets, wide } = this.shared;
    const block = Math.floor(place / BLOCK);
    const within = place % BLOCK;
    if (within === 0) bases[block] = id;
    const offset = id - (bases[block] ?? 0);
    if (offset <= MOST_OFFSET) offsets[place] = offset;
    else if (!wide.has(block)) wide.set(block, this.#widened(block, within));
    const inFull = wide.get(block);
    if (inFull) inFull[within] = id;
  }

  /** The first ids of a block in full. */
  #widened(block: number, count: number): Float64Array {
    const wide = floats(BLOCK);
    for (let within = 0; within < count; within++) wide[within] = this.at(block * BLOCK + within);
    return wide;
  }
}
