import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ExportEnd } from '@numscope/contracts';

const NEW_LINE = 10;
/** The last line, `{"count":…,"sha256":"…"}`, is far shorter. */
const MOST_END = 512;
/** How the line of a picture begins that had no room in its profile's own: it is none that is counted. */
const PICTURE = new TextEncoder().encode('{"picture":');

/** The bytes of a streamed export as jsonl, held against what its last line says of all lines before it. */
export class CheckedLines {
  readonly #hash = sha256.create();
  /** What may be of the last line. */
  #tail = new Uint8Array();
  #lines = 0;
  /** How far this line is that of a picture; -1: it is another. */
  #picture = 0;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) this.#count(byte);
    const bytes = new Uint8Array(this.#tail.length + chunk.length);
    bytes.set(this.#tail);
    bytes.set(chunk, this.#tail.length);
    const kept = Math.max(0, bytes.length - MOST_END);
    this.#hash.update(bytes.subarray(0, kept));
    this.#tail = bytes.subarray(kept);
  }

  #count(byte: number): void {
    if (byte === NEW_LINE) {
      if (this.#picture !== PICTURE.length) this.#lines += 1;
      this.#picture = 0;
    } else if (this.#picture >= 0 && this.#picture < PICTURE.length)
      this.#picture = byte === PICTURE[this.#picture] ? this.#picture + 1 : -1;
  }

  /** How many profiles have come whole so far. */
  get profiles(): number {
    return this.#lines;
  }

  /** How many profiles came; null where anything is missing or is other than it was sent. Asked once, at the end. */
  end(): number | null {
    const begin = this.#tail.lastIndexOf(NEW_LINE, -2) + 1;
    const end = ExportEnd.safeParse(parsed(new TextDecoder().decode(this.#tail.subarray(begin))));
    const hash = bytesToHex(this.#hash.update(this.#tail.subarray(0, begin)).digest());
    return end.success && end.data.sha256 === hash && end.data.count === this.#lines - 1 ? end.data.count : null;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
