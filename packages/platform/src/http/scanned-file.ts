import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { callbackify } from 'node:util';
import { apiError, limits } from '@numscope/contracts';
import type { FileScan, FileScanner } from '../ports/file-scanner.port.ts';

/** What is still read of a refused file, so that its sender gets to the answer. */
export const DRAINED_BYTES = limits.phonesFileBytes + 64 * 1024 * 1024;

/** A file of a form, as the parser of forms hands it out. */
export type IncomingFile = Readable & { truncated: boolean; bytesRead: number };

/**
 * A file on its way through the scanner: piece by piece, none of which is kept. It ends only once the scanner has found
 * nothing; what was refused is read to its end and thrown away, and then fails with the reason.
 */
export class ScannedFile extends Transform {
  readonly #source: IncomingFile;
  readonly #scanner: FileScanner;
  #scan: FileScan | undefined;
  #fault: Error | undefined;

  constructor(source: IncomingFile, scanner: FileScanner) {
    super();
    this.#source = source;
    this.#scanner = scanner;
    // Whoever reads it learns of a fault, also who begins to read only after it.
    this.on('error', () => undefined);
    source.once('error', (error) => this.destroy(error));
    source.pipe(this);
  }

  get truncated(): boolean {
    return this.#source.truncated;
  }

  get bytesRead(): number {
    return this.#source.bytesRead;
  }

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    callbackify(() => this.#pass(piece))(done);
  }

  override _flush(done: TransformCallback): void {
    callbackify(() => this.#end())(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#scan?.close();
    this.#source.destroy();
    done(error);
  }

  /** What may go on: the piece, or nothing once the file is refused. */
  async #pass(piece: Buffer): Promise<Buffer | undefined> {
    if (this.#fault === undefined) {
      try {
        const scan = await this.#begun();
        await scan.write(piece);
        return piece;
      } catch (error) {
        this.#fault = error instanceof Error ? error : new Error(String(error));
      }
    }
    if (this.bytesRead > DRAINED_BYTES) throw this.#fault;
    return undefined;
  }

  async #begun(): Promise<FileScan> {
    this.#scan ??= await this.#scanner.begin();
    if (this.destroyed) this.#scan.close();
    return this.#scan;
  }

  async #end(): Promise<void> {
    if (this.#fault) throw this.#fault;
    // One without a byte is no file; whoever reads it says so.
    await this.#scan?.end();
    if (this.destroyed) throw apiError('UPLOAD_BROKEN');
  }
}

/**
 * Has a file scanned that is in memory already. Without a scanner every file passes.
 * @throws ApiError FILE_INFECTED, SCANNER_UNAVAILABLE
 */
export async function scanBytes(bytes: Uint8Array, scanner: FileScanner | undefined): Promise<void> {
  if (!scanner || bytes.byteLength === 0) return;
  const scan = await scanner.begin();
  try {
    await scan.write(bytes);
    await scan.end();
  } finally {
    scan.close();
  }
}
