import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { reasonOf } from '@numscope/platform';
import * as z from 'zod';
import type { Through } from './cipher.ts';
import { FORMAT, type Kept, KeptFile, KeptHead, keptFrom, writeDraft } from './repository.ts';
import { linesIn, readThrough, textThrough } from './streams.ts';

// The list of one backup: a line that says what the backup is, a line for each file, and the SHA-256 of all of them, so
// that neither who writes it nor who reads it has more of it in memory than a line. Versions before wrote the whole as
// one text behind its SHA-256, which is still read.

const LINES = 2;
const Head = KeptHead.extend({ format: z.literal(LINES) });
/** Pieces of a file that has more than one line can hold come before it. */
const More = z.strictObject({ chunks: KeptFile.shape.chunks });
const Line = z.union([KeptFile, More]);

const MOST_CHUNKS = 10_000;
const FLUSH_CHARS = 1_000_000;
const SUM = /^[0-9a-f]{64}$/;

/** Files of a backup to be, each by its pieces in order. They are kept on the disk meanwhile. */
export class FileLines {
  readonly #path: string;
  readonly #file: Awaited<ReturnType<typeof open>>;
  #text = '';

  static async create(path: string): Promise<FileLines> {
    return new FileLines(path, await open(path, 'w', 0o600));
  }

  private constructor(path: string, file: Awaited<ReturnType<typeof open>>) {
    this.#path = path;
    this.#file = file;
  }

  /** @param chunks some pieces of the file that is added next, before those that it comes with */
  async more(chunks: readonly string[]): Promise<void> {
    await this.#write({ chunks });
  }

  async add(file: KeptFile): Promise<void> {
    await this.#write(file);
  }

  /** Nothing is added any more. */
  async close(): Promise<void> {
    try {
      await this.#file.appendFile(this.#text);
    } finally {
      await this.#file.close();
    }
  }

  read(): AsyncIterable<Buffer> {
    return createReadStream(this.#path, { highWaterMark: 1 << 20 });
  }

  async #write(line: object): Promise<void> {
    this.#text += `${JSON.stringify(line)}\n`;
    if (this.#text.length < FLUSH_CHARS) return;
    await this.#file.appendFile(this.#text);
    this.#text = '';
  }
}

export const isFullLine = (chunks: readonly string[]): boolean => chunks.length >= MOST_CHUNKS;

/** Writes the list of a backup, which is one from then on. */
export async function writeFileList(
  file: string,
  head: Omit<KeptHead, 'format'>,
  files: FileLines,
  through: Through,
): Promise<void> {
  async function* bytes(): AsyncIterable<Uint8Array> {
    const hash = createHash('sha256');
    const first = Buffer.from(`${JSON.stringify({ format: LINES, ...head })}\n`);
    hash.update(first);
    yield first;
    for await (const piece of files.read()) {
      hash.update(piece);
      yield piece;
    }
    yield Buffer.from(`${hash.digest('hex')}\n`);
  }
  await writeDraft(file, bytes(), through);
}

/** What a list says of its backup, and of its files one after the other. */
export interface FileList {
  head: KeptHead;
  files: AsyncIterable<KeptFile>;
}

/** Whether a version before wrote it. */
async function isOneText(file: string, through: Through): Promise<boolean> {
  let start = Buffer.alloc(0);
  for await (const piece of readThrough(file, through)) {
    start = Buffer.concat([start, piece]);
    if (start.length > 64) break;
  }
  return SUM.test(start.subarray(0, 64).toString('latin1'));
}

const damaged = (file: string, why: string, cause?: unknown): Error =>
  new Error(`${file} is damaged: ${why}`, { cause });

function parsed<T>(file: string, line: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch (error) {
    throw damaged(file, error instanceof z.ZodError ? 'a line of it is none of a list' : reasonOf(error), error);
  }
}

async function* filesIn(file: string, first: string, lines: AsyncIterable<string>): AsyncIterable<KeptFile> {
  const hash = createHash('sha256').update(`${first}\n`);
  let before: string[] = [];
  let sum: string | null = null;
  for await (const line of lines) {
    if (sum !== null) throw damaged(file, 'something stands behind its end');
    if (SUM.test(line)) {
      sum = line;
      continue;
    }
    hash.update(`${line}\n`);
    const said = parsed(file, line, Line);
    for (const name of said.chunks) before.push(name);
    if (!('file' in said)) continue;
    yield { ...said, chunks: before };
    before = [];
  }
  if (sum !== hash.digest('hex')) throw damaged(file, 'its SHA-256 is not the one that it names');
}

function ofOneText({ files, ...head }: Kept): FileList {
  async function* each(): AsyncIterable<KeptFile> {
    yield* files;
  }
  return { head: { ...head, format: FORMAT }, files: each() };
}

/**
 * Opens the list of a backup. What is wrong with it may show only behind the last file, so all of it is to be read
 * before anything is done by it.
 * @throws Error that says what is wrong with it
 */
export async function openFileList(file: string, through: Through): Promise<FileList> {
  if (await isOneText(file, through)) return ofOneText(keptFrom(file, await textThrough(file, through)));
  const lines = linesIn(file, readThrough(file, through))[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done) throw damaged(file, 'there is nothing in it');
  const head = parsed(file, first.value, Head);
  return { head, files: filesIn(file, first.value, { [Symbol.asyncIterator]: () => lines }) };
}
