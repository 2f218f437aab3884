import { createReadStream, existsSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { reasonOf } from '@numscope/platform';
import * as z from 'zod';
import { Sha256 } from '../manifest.ts';
import { ChunkName, FORMAT, Id, indexFile, parsed } from './repository.ts';
import { linesIn } from './streams.ts';

// A line that says what the pack is, and lines of some hundred pieces each: a pack may have more of them than fit into
// one text. Versions before wrote one text, which is still read.

const LINES = 2;
const PIECES_A_LINE = 1000;

const Head = z.object({
  format: z.literal(LINES),
  id: Id,
  /** Tells by which key pieces are named (`keep.ts`); null: they are named by their SHA-256. */
  keyId: z.string().nullable(),
  bytes: z.int().min(0),
  sha256: Sha256,
  /** How many there are, so that a file that is cut off shows. */
  pieces: z.int().min(0),
});
/** Name and length of each piece. */
const Pieces = z.array(z.tuple([ChunkName, z.int().min(1)]));

const OneText = Head.omit({ pieces: true }).extend({ format: z.literal(FORMAT), chunks: Pieces });

/** What one pack holds, in order: for a backup to come, which needs no key to see what is there. */
export interface PackIndex extends Omit<z.infer<typeof Head>, 'format' | 'pieces'> {
  chunks: z.infer<typeof Pieces>;
}

/** The lines of an index, each with its end. */
export function* indexLines({ chunks, ...pack }: PackIndex): Iterable<string> {
  yield `${JSON.stringify({ format: LINES, ...pack, pieces: chunks.length })}\n`;
  for (let at = 0; at < chunks.length; at += PIECES_A_LINE)
    yield `${JSON.stringify(chunks.slice(at, at + PIECES_A_LINE))}\n`;
}

/** Writes an index whole, or not at all. */
export async function writeIndex(folder: string, index: PackIndex): Promise<void> {
  const path = indexFile(folder, index.id);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    for (const line of indexLines(index)) await file.appendFile(line);
    await file.sync();
  } finally {
    await file.close();
  }
  renameSync(`${path}.part`, path);
}

async function isOneText(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return buffer.toString('latin1', 0, bytesRead) === `{"format":${FORMAT},`;
  } finally {
    await file.close();
  }
}

async function fromLines(path: string): Promise<PackIndex> {
  const chunks: PackIndex['chunks'] = [];
  let head: z.infer<typeof Head> | undefined;
  const file = createReadStream(path, { highWaterMark: 1 << 20 });
  for await (const line of linesIn(path, file)) {
    const said: unknown = JSON.parse(line);
    if (head) for (const piece of Pieces.parse(said)) chunks.push(piece);
    else head = Head.parse(said);
  }
  if (head?.pieces !== chunks.length) throw new Error('it is cut off');
  const { format: _format, pieces: _pieces, ...pack } = head;
  return { ...pack, chunks };
}

/** @throws Error that names the file that is damaged or missing */
export async function readIndex(folder: string, id: string): Promise<PackIndex> {
  const path = indexFile(folder, id);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  if (await isOneText(path)) return parsed(path, OneText);
  try {
    return await fromLines(path);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(path)) throw error;
    const why = error instanceof z.ZodError ? 'a line of it is none of an index' : reasonOf(error);
    throw new Error(`${path} is damaged: ${why}`, { cause: error });
  }
}
