import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { OLE } from './begins-as-workbook.ts';
import type { SheetLimits } from './limits.ts';
import { spool } from './spool.ts';
import { damaged, SpreadsheetError, tooLarge } from './spreadsheet-error.ts';

/** Parts of one workbook at most, and references of one part. */
export const MOST_PARTS = 10_000;
/** Small parts may pack better than a bomb: they cannot unpack to much. */
const SMALL_BYTES = 1024 * 1024;

const ZIP = Buffer.from('PK');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
/** As much of an OLE file as is looked at for the name of its encrypted part. */
const OLE_BYTES = 64 * 1024;

async function checkKind(file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(OLE_BYTES), 0, OLE_BYTES, 0);
  const begin = buffer.subarray(0, bytesRead);
  if (begin.subarray(0, OLE.length).equals(OLE)) {
    if (begin.includes(ENCRYPTED))
      throw new SpreadsheetError('ENCRYPTED', 'the spreadsheet is locked by a password: save it without one');
    throw new SpreadsheetError('NOT_XLSX', 'this is a workbook of the old kind (.xls): save it as .xlsx');
  }
  if (!begin.subarray(0, ZIP.length).equals(ZIP))
    throw new SpreadsheetError('NOT_XLSX', 'this is no spreadsheet: an .xlsx file is wanted');
}

/** The parts of a workbook, each unpacked as it is read and bounded. */
export class Archive {
  readonly #file: FileHandle;
  readonly #zip: ZipFile;
  readonly #limits: SheetLimits;
  readonly #parts = new Map<string, Entry>();
  /** The same by their names in small letters: the names of parts are equal without regard to case (ECMA-376-2, 6.3.5). */
  readonly #partsInAnyCase = new Map<string, Entry>();
  #unzipped = 0;

  private constructor(file: FileHandle, zip: ZipFile, limits: SheetLimits) {
    this.#file = file;
    this.#zip = zip;
    this.#limits = limits;
  }

  /** @throws SpreadsheetError */
  static async open(source: string | Readable, limits: SheetLimits): Promise<Archive> {
    const file = typeof source === 'string' ? await open(source, 'r') : await spool(source, limits.fileBytes);
    try {
      await checkKind(file);
      const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true });
      const archive = new Archive(file, zip, limits);
      await archive.#list();
      return archive;
    } catch (error) {
      await file.close();
      throw error instanceof SpreadsheetError ? error : damaged('its archive cannot be read', error);
    }
  }

  async #list(): Promise<void> {
    if (this.#zip.entryCount > MOST_PARTS) throw tooLarge(`it has more than ${MOST_PARTS} parts`);
    for await (const entry of this.#zip.eachEntry()) {
      this.#parts.set(entry.fileName, entry);
      const name = entry.fileName.toLowerCase();
      if (!this.#partsInAnyCase.has(name)) this.#partsInAnyCase.set(name, entry);
    }
  }

  #entryOf(name: string): Entry | undefined {
    return this.#parts.get(name) ?? this.#partsInAnyCase.get(name.toLowerCase());
  }

  has(name: string): boolean {
    return this.#entryOf(name) !== undefined;
  }

  /** The bytes of a part. @throws SpreadsheetError */
  async open(name: string): Promise<Readable> {
    const entry = this.#entryOf(name);
    if (!entry) throw damaged(`it has no ${name}`);
    if (entry.isEncrypted())
      throw new SpreadsheetError('ENCRYPTED', 'the archive is locked by a password: save it without one');
    const { uncompressedSize, compressedSize } = entry;
    // What is declared is what comes: the reader of the archive refuses a part that is longer than it says.
    this.#unzipped += uncompressedSize;
    if (this.#unzipped > this.#limits.unzippedBytes)
      throw tooLarge(`unpacked it has more than ${this.#limits.unzippedBytes} bytes`);
    if (uncompressedSize > SMALL_BYTES && uncompressedSize > compressedSize * this.#limits.ratio)
      throw tooLarge(`${name} unpacks to more than ${this.#limits.ratio} times its size`);
    try {
      return await this.#zip.openReadStreamPromise(entry);
    } catch (error) {
      throw damaged(`${name} cannot be read`, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
