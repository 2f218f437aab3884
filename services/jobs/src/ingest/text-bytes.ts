import { isUtf8 } from 'node:buffer';
import { encodingOf, isBinary, SNIFFED_BYTES } from '@numscope/contracts/phones-file';

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
    this.binary = isBinary(head);
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
