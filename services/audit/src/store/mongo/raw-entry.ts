import { hash } from 'node:crypto';

// A million entries are read at a time. As objects they cost more than all else: their names, their texts, and the
// memory to be tidied up behind them. So an entry is looked at as the bytes that came (BSON, https://bsonspec.org). The
// driver's package can tell where members lie (`onDemand`), and says of that that it is not meant for production.

const DOUBLE = 0x01;
const TEXT = 0x02;
const INT32 = 0x10;
const INT64 = 0x12;

/** The members that the chain ties, and the hash, in the order in which they are written. */
const names = [
  '_id',
  'id',
  'actionType',
  'createdTimestamp',
  'username',
  'userId',
  'ip',
  'details',
  'args',
  'outcome',
  'hash',
] as const;
const nameBytes = names.map((name) => Buffer.from(`${name}\0`));

/** Members before their values, in canonical order; each begins behind the value before it. */
const canonical = (['actionType', 'args', 'createdTimestamp', 'details', 'id', 'ip', 'outcome', '_id'] as const).map(
  (name, index) => ({
    at: names.indexOf(name),
    before: Buffer.from(`${index === 0 ? '{' : ','}"${name === '_id' ? 'seq' : name}":`),
  }),
);
const USER_ID = { at: names.indexOf('userId'), before: Buffer.from(',"userId":') };
const USERNAME = { at: names.indexOf('username'), before: Buffer.from(',"username":') };
const PLACE = names.indexOf('_id');
const HASH = names.indexOf('hash');
const NUMBERS: ReadonlySet<number> = new Set([PLACE, names.indexOf('createdTimestamp')]);

const HASH_CHARS = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BLANK = 0x20;
const END_OF_OBJECT = 0x7d;
const LINE_FEED = 0x0a;
/** How JSON writes what it cannot have as it is. */
const escapes = new Map(
  [...Array.from({ length: BLANK }, (_none, code) => code), QUOTE, BACKSLASH].map((code) => [
    code,
    Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
  ]),
);
/** The longest that one byte becomes (`\u0000`). */
const LONGEST_ESCAPE = 6;
/** More than names, numbers and the hash before take. */
const REST = 1024;

const int32At = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);

function isNamed(bytes: Uint8Array, at: number, name: Uint8Array): boolean {
  for (let n = 0; n < name.length; n++) if (bytes[at + n] !== name[n]) return false;
  return true;
}

/** Where the value begins whose name begins at `at`. */
const behindName = (bytes: Uint8Array, at: number): number => bytes.indexOf(0, at) + 1;

/** How many bytes a value of a type takes from `at` on; -1: a type that no member of an entry has. */
function sizeOf(type: number, bytes: Uint8Array, at: number): number {
  if (type === TEXT) return 4 + int32At(bytes, at);
  if (type === INT32) return 4;
  return type === DOUBLE || type === INT64 ? 8 : -1;
}

/**
 * Proves entries one after the other, each by the bytes of its document. What it proves is so; what it does not prove
 * may only be written in another way than the service writes, and has to be read.
 */
export class EntryProver {
  /** For each name where its value begins, and its length; -1: there is none. Texts without the zero behind them. */
  readonly #begins = new Int32Array(names.length);
  readonly #lengths = new Int32Array(names.length);
  readonly #values: number[] = names.map(() => Number.NaN);
  #text = Buffer.alloc(16 * 1024);
  #end = 0;

  /**
   * The hash of an entry that stands at this place rightly, behind one with the hash `previous`: it has each member
   * once, in a type as it is written, and the hash is theirs. Null: not proven.
   */
  hashIfProven(document: Uint8Array, place: number, previous: string): string | null {
    const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
    if (previous.length !== HASH_CHARS || !this.#read(bytes)) return null;
    if (this.#values[PLACE] !== place || this.#lengths[HASH] !== HASH_CHARS) return null;
    this.#write(bytes, previous);
    const found = hash('sha256', this.#text.subarray(0, this.#end), 'hex');
    const begins = this.#begins[HASH] ?? 0;
    return bytes.toString('latin1', begins, begins + HASH_CHARS) === found ? found : null;
  }

  /** Finds the members. False where one is there twice, is missing or of another type, or where the bytes are no document. */
  #read(bytes: Buffer): boolean {
    this.#begins.fill(-1);
    const last = bytes.length - 1;
    if (int32At(bytes, 0) !== bytes.length || bytes[last] !== 0) return false;
    let at = 4;
    for (let guess = 0; at < last;) {
      const type = bytes[at++] ?? 0;
      let name = guess;
      if (!isNamed(bytes, at, nameBytes[name] ?? bytes)) name = nameBytes.findIndex((one) => isNamed(bytes, at, one));
      at = name < 0 ? behindName(bytes, at) : at + (nameBytes[name]?.length ?? 0);
      const size = sizeOf(type, bytes, at);
      if (size < 0 || at + size > last) return false;
      if (name >= 0 && !this.#take(name, type, bytes, at, size)) return false;
      at += size;
      guess = (name + 1) % names.length;
    }
    return at === last && this.#begins.every((begins, name) => begins >= 0 || name === USER_ID.at);
  }

  #take(name: number, type: number, bytes: Buffer, at: number, size: number): boolean {
    if ((this.#begins[name] ?? 0) >= 0 || NUMBERS.has(name) === (type === TEXT)) return false;
    this.#begins[name] = at;
    if (type === TEXT) {
      this.#begins[name] = at + 4;
      this.#lengths[name] = size - 5;
      return size >= 5 && bytes[at + size - 1] === 0;
    }
    if (type === INT64) return false;
    this.#values[name] = type === DOUBLE ? bytes.readDoubleLE(at) : int32At(bytes, at);
    return true;
  }

  /** What is hashed of an entry behind `previous`. */
  #write(bytes: Buffer, previous: string): void {
    const longest = bytes.length * LONGEST_ESCAPE + REST;
    if (this.#text.length < longest) this.#text = Buffer.alloc(longest);
    this.#end = this.#text.write(previous);
    this.#text[this.#end++] = LINE_FEED;
    for (const member of canonical) this.#member(bytes, member);
    if ((this.#begins[USER_ID.at] ?? -1) >= 0) this.#member(bytes, USER_ID);
    this.#member(bytes, USERNAME);
    this.#text[this.#end++] = END_OF_OBJECT;
  }

  #member(bytes: Buffer, { at, before }: { at: number; before: Uint8Array }): void {
    this.#end = copied(before, 0, before.length, this.#text, this.#end);
    if (NUMBERS.has(at)) {
      this.#end += this.#text.write(JSON.stringify(this.#values[at]), this.#end, 'latin1');
      return;
    }
    const begins = this.#begins[at] ?? 0;
    this.#text[this.#end++] = QUOTE;
    this.#end = quoted(bytes, begins, begins + (this.#lengths[at] ?? 0), this.#text, this.#end);
    this.#text[this.#end++] = QUOTE;
  }
}

function copied(from: Uint8Array, begin: number, end: number, to: Uint8Array, at: number): number {
  let next = at;
  for (let n = begin; n < end; n++) to[next++] = from[n] ?? 0;
  return next;
}

/** The text of some bytes as JSON has it, in UTF-8 both. @returns where it ends */
function quoted(from: Uint8Array, begin: number, end: number, to: Uint8Array, at: number): number {
  let next = at;
  for (let n = begin; n < end; n++) {
    const byte = from[n] ?? 0;
    if (byte >= BLANK && byte !== QUOTE && byte !== BACKSLASH) to[next++] = byte;
    else {
      const escape = escapes.get(byte);
      if (escape) next = copied(escape, 0, escape.length, to, next);
    }
  }
  return next;
}
