/** Ids that lie side by side share what they are counted from. */
const BLOCK = 1024;
const MOST_OFFSET = 0xffff_ffff;

/**
 * Whole numbers in ascending order, by their places: four bytes for each where neighbours are near one another, as numbers of one
 * country are, and eight more where they are not.
 */
export class OrderedIds {
  readonly #bases: Float64Array;
  readonly #offsets: Uint32Array;
  /** Blocks whose ids are too far from one another for offsets. */
  readonly #wide = new Map<number, Float64Array>();
  /** How many there is room for. */
  readonly most: number;
  #length = 0;

  constructor(most: number) {
    this.most = most;
    this.#bases = new Float64Array(Math.ceil(most / BLOCK));
    this.#offsets = new Uint32Array(most);
  }

  get length(): number {
    return this.#length;
  }

  /** Puts more behind those that are there, greater than all of them, as far as there is room. */
  push(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.#length === this.most) return;
      this.#put(this.#length++, id);
    }
  }

  /** NaN where there is none. */
  at(place: number): number {
    if (place < 0 || place >= this.#length) return Number.NaN;
    const block = Math.floor(place / BLOCK);
    const wide = this.#wide.get(block);
    return wide ? (wide[place % BLOCK] ?? Number.NaN) : (this.#bases[block] ?? 0) + (this.#offsets[place] ?? 0);
  }

  /**
   * Where an id stands, or, where it does not stand here, the first one behind it would.
   * @param from a place at or before it: near ones are found soonest
   */
  placeOf(id: number, from = 0): number {
    let low = from;
    let step = 1;
    for (; this.at(low + step) < id; step *= 2) low += step;
    let high = Math.min(low + step, this.#length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #put(place: number, id: number): void {
    const block = Math.floor(place / BLOCK);
    const within = place % BLOCK;
    if (within === 0) this.#bases[block] = id;
    const offset = id - (this.#bases[block] ?? 0);
    if (offset <= MOST_OFFSET) this.#offsets[place] = offset;
    else if (!this.#wide.has(block)) this.#wide.set(block, this.#widened(block, within));
    const wide = this.#wide.get(block);
    if (wide) wide[within] = id;
  }

  /** The first ids of a block in full. */
  #widened(block: number, count: number): Float64Array {
    const wide = new Float64Array(BLOCK);
    for (let within = 0; within < count; within++) wide[within] = this.at(block * BLOCK + within);
    return wide;
  }
}
