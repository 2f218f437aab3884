import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** Beginnings of common binary files whose further bytes may look like text. */
const signatures = [
  '%PDF-',
  'PK\u0003\u0004',
  '\u0089PNG',
  '\u00FF\u00D8\u00FF',
  'GIF8',
  '\u001F\u008B',
  '\u00D0\u00CF\u0011\u00E0',
  'RIFF',
];
const SNIFFED_BYTES = 512;

/** Parts of text in UTF-16 without a mark: of two bytes one is nearly always 0, the other never. */
function looksLikeUtf16(bytes: Uint8Array): Encoding | null {
  if (bytes.length < 4) return null;
  const zeros = [0, 0];
  for (let index = 0; index < bytes.length; index++)
    if (bytes[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const half = Math.floor(bytes.length / 2);
  const [even = 0, odd = 0] = zeros;
  if (even === 0 && odd >= half * 0.7) return 'utf-16le';
  return odd === 0 && even >= half * 0.7 ? 'utf-16be' : null;
}

function encodingOf(bytes: Uint8Array): { encoding: Encoding; mark: number } {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  return { encoding: looksLikeUtf16(bytes) ?? 'utf-8', mark: 0 };
}

/** How many bytes at the end belong to a UTF-8 sequence that goes on in the next piece. */
function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

const joined = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};

const NOTHING = new Uint8Array(0);

/** Turns the pieces of a text file, in whatever encoding it is, into UTF-8 bytes without a byte-order mark. */
export class TextBytes {
  #head: Uint8Array = NOTHING;
  #decoder: TextDecoder | null = null;
  #known = false;
  #tail: Uint8Array = NOTHING;
  /** Some bytes were not text in the file's encoding. */
  undecodable = false;
  /** The file begins as binary files do. */
  binary = false;

  push(piece: Uint8Array): Uint8Array {
    if (this.#known) return this.#decode(piece);
    // The piece's memory is used again; what is kept must be a copy.
    this.#head = joined(this.#head, piece.slice());
    return this.#head.length < SNIFFED_BYTES ? NOTHING : this.#begin();
  }

  end(): Uint8Array {
    const last = this.#known ? NOTHING : this.#begin();
    if (this.#decoder) return joined(last, this.#encode(undefined));
    this.undecodable ||= this.#tail.length > 0;
    return joined(last, this.#tail);
  }

  #begin(): Uint8Array {
    this.#known = true;
    const head = this.#head;
    this.#head = NOTHING;
    const text = Buffer.from(head.subarray(0, 8)).toString('latin1');
    this.binary = signatures.some((signature) => text.startsWith(signature));
    const { encoding, mark } = encodingOf(head.subarray(0, SNIFFED_BYTES));
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return this.#decode(head.subarray(mark));
  }

  #decode(piece: Uint8Array): Uint8Array {
    if (this.#decoder) return this.#encode(piece);
    const bytes = joined(this.#tail, piece);
    const open = openTail(bytes);
    const whole = open === 0 ? bytes : bytes.subarray(0, bytes.length - open);
    this.#tail = open === 0 ? NOTHING : bytes.slice(bytes.length - open);
    this.undecodable ||= !isUtf8(whole);
    return whole;
  }

  #encode(piece: Uint8Array | undefined): Uint8Array {
    try {
      return Buffer.from(this.#decoder?.decode(piece, { stream: piece !== undefined }) ?? '', 'utf8');
    } catch {
      this.undecodable = true;
      return NOTHING;
    }
  }
}
