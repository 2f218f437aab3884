import { crc32 } from 'node:zlib';
import { code, emptyTally, isFinal } from '../../domain/phone-status.ts';
import { broughtRow, HAS_FAILED, type PhoneRow, type PhoneState, RESOLVED } from '../phone-result.ts';
import { before, LOWEST, type PhoneValue } from '../phone-value.ts';
import type { BlockDocument, BlockSummary, Counts } from './documents.ts';

/** Phones in a block when it is made, and the most that it grows to before it is cut. */
export const BLOCK_PHONES = 500;
export const MOST_BLOCK_PHONES = 1000;

/** Seals what states say together with the revision they are of. */
export const checkOf = ({
  revision,
  status,
  flags,
  sources,
}: Pick<BlockDocument, 'revision' | 'status' | 'flags' | 'sources'>): number =>
  crc32(sources, crc32(flags, crc32(status, revision)));

type Stored = Pick<BlockDocument, 'numbers' | 'texts' | 'status' | 'flags' | 'sources'>;

/** The bytes of a `Float64Array` may stand anywhere in a message. */
const numbersOf = (bytes: Uint8Array): Float64Array =>
  new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

/** The phones of one block, to be looked at and changed in memory. */
export class Block {
  readonly numbers: Float64Array;
  readonly texts: readonly string[];
  readonly status: Uint8Array;
  readonly flags: Uint8Array;
  readonly #sources: string[];
  run: number;
  readonly next: BlockDocument['next'];

  constructor(stored: Stored & Pick<BlockDocument, 'run' | 'next'>) {
    this.numbers = numbersOf(stored.numbers);
    this.texts = stored.texts;
    this.status = stored.status;
    this.flags = stored.flags;
    this.#sources = stored.sources === '' ? [] : stored.sources.split('\n');
    this.run = stored.run;
    this.next = stored.next;
  }

  get size(): number {
    return this.numbers.length + this.texts.length;
  }

  get first(): PhoneValue {
    return this.size > 0 ? this.phoneAt(0) : LOWEST;
  }

  phoneAt(index: number): PhoneValue {
    return this.numbers[index] ?? this.texts[index - this.numbers.length] ?? LOWEST;
  }

  stateAt(index: number): PhoneState {
    return {
      status: this.status[index] ?? code.PENDING,
      flags: this.flags[index] ?? 0,
      sources: this.#sources[index] || null,
    };
  }

  rowAt(index: number): PhoneRow {
    return { phone: this.phoneAt(index), ...this.stateAt(index) };
  }

  rows(): PhoneRow[] {
    return Array.from({ length: this.size }, (_none, index) => this.rowAt(index));
  }

  set(index: number, state: PhoneState): void {
    this.status[index] = state.status;
    this.flags[index] = state.flags;
    if (state.sources === null && this.#sources.length === 0) return;
    while (this.#sources.length < this.size) this.#sources.push('');
    this.#sources[index] = state.sources ?? '';
  }

  /** Where a phone is; less than 0 when it is not here. */
  indexOf(phone: PhoneValue): number {
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const here = this.phoneAt(middle);
      if (here === phone) return middle;
      if (before(here, phone)) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Whether a phone that is not here may be in the block that was cut off. */
  continuesAt(phone: PhoneValue): number | null {
    return this.next && !before(phone, this.next.first) ? this.next.block : null;
  }

  /** Whether a phone is to be handed out in `run`: what an earlier run handed out and nobody answered counts. */
  isPendingIn(index: number, run: number): boolean {
    const status = this.status[index];
    return (
      status === code.PENDING ||
      (status === code.SENT && this.run !== run && ((this.flags[index] ?? 0) & RESOLVED) === 0)
    );
  }

  /** Makes what an earlier run handed out pending again. */
  enterRun(run: number): void {
    if (this.run >= run) return;
    for (let index = 0; index < this.size; index++)
      if (this.status[index] === code.SENT && this.isPendingIn(index, run)) this.status[index] = code.PENDING;
    this.run = run;
  }

  counts(): Counts {
    const tally = emptyTally();
    let waiting = 0;
    let failing = 0;
    for (let index = 0; index < this.size; index++) {
      const status = this.status[index] ?? code.PENDING;
      const flags = this.flags[index] ?? 0;
      tally[status as 0]++;
      if (status === code.SENT && (flags & RESOLVED) > 0) waiting++;
      if (isFinal(status) && (flags & HAS_FAILED) > 0) failing++;
    }
    return { tally, waiting, failing };
  }

  /** What of it changes while its phones stay, as of a revision. */
  state(revision: number): Counts & Pick<BlockDocument, 'run' | 'status' | 'flags' | 'sources' | 'check' | 'revision'> {
    const { run } = this;
    const states = {
      revision,
      status: Buffer.from(this.status),
      flags: Buffer.from(this.flags),
      sources: this.#sources.join('\n'),
    };
    return { ...this.counts(), run, ...states, check: checkOf(states) };
  }

  /** As a document, without its id. */
  stored(revision: number): Omit<BlockDocument, '_id'> {
    const { buffer, byteOffset, byteLength } = this.numbers;
    return {
      ...this.state(revision),
      numbers: Buffer.from(buffer, byteOffset, byteLength),
      texts: [...this.texts],
      next: this.next,
    };
  }

  summary(revision: number): BlockSummary {
    return { ...this.counts(), first: this.first, run: this.run, revision };
  }
}

/** A block of rows that are in order. */
export function blockOf(rows: readonly PhoneRow[], run = 0, next: BlockDocument['next'] = null): Block {
  const numbers = rows.flatMap(({ phone }) => (typeof phone === 'number' ? [phone] : []));
  const known = rows.some(({ sources }) => sources !== null);
  return new Block({
    numbers: new Uint8Array(Float64Array.from(numbers).buffer),
    texts: rows.flatMap(({ phone }) => (typeof phone === 'string' ? [phone] : [])),
    status: Uint8Array.from(rows, ({ status }) => status),
    flags: Uint8Array.from(rows, ({ flags }) => flags),
    sources: known ? rows.map(({ sources }) => sources ?? '').join('\n') : '',
    run,
    next,
  });
}

/** The same phones at the beginning of a new pass. */
export const freshBlock = (block: Block, run: number): Block =>
  blockOf(
    block.rows().map((row) => broughtRow(row, true)),
    run,
  );
