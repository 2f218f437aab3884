import { createHash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Client } from '@numscope/client';
import { ExportEnd, type ProfileFilter } from '@numscope/contracts';
import { FailedError, type Printer, UsageError } from './terminal.ts';

/** What is exported, how, and where to; without `out` to the standard output. */
interface Export {
  format: string;
  out: string | undefined;
  purpose: string | undefined;
  filters: ProfileFilter['filters'];
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const brokeOff = (cause?: unknown): FailedError =>
  new FailedError('The export broke off before its end; nothing of it is kept', { cause });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The last line of an export as jsonl: how many profiles, and the SHA-256 of all bytes before it. */
function checkEnd(last: string, sha256: string): number {
  const end = ExportEnd.safeParse(jsonOf(last)).data;
  if (!end) throw brokeOff();
  if (end.sha256 !== sha256)
    throw new FailedError('The export is not as it was sent: its checksum differs; nothing of it is kept');
  return end.count;
}

/** The bytes of an answer. @throws FailedError where the line breaks */
async function* bytesOf({ body }: Response): AsyncIterable<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw brokeOff(cause);
  }
}

/** Passes the bytes of a jsonl export on, and holds them against their last line. */
async function passChecked(
  response: Response,
  isLines: boolean,
  pass: (chunk: Uint8Array) => Promise<void>,
): Promise<number | null> {
  const hash = createHash('sha256');
  let kept = Buffer.alloc(0);
  for await (const chunk of bytesOf(response)) {
    await pass(chunk);
    if (!isLines) continue;
    kept = Buffer.concat([kept, chunk]);
    // The last line stays: what is before it counts for the checksum.
    const cut = kept.lastIndexOf(0x0a, kept.length - 2) + 1;
    hash.update(kept.subarray(0, cut));
    kept = kept.subarray(cut);
  }
  return isLines ? checkEnd(kept.toString('utf8'), hash.digest('hex')) : null;
}

/** @throws UsageError when it cannot be made */
async function draftAt(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (cause) {
    throw new UsageError(`--out: ${path} cannot be written: ${reasonOf(cause)}`, { cause });
  }
}

/** @throws FailedError when the disk does not take it */
async function written(out: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new FailedError(`${out} cannot be written: ${reasonOf(cause)}; nothing of the export is kept`, { cause });
  }
}

/**
 * Exports profiles; a file gets its name only when it is whole.
 * @throws UsageError when the file cannot be made: nothing was asked for then; ApiFailure; FailedError when it broke off
 */
export async function exportTo(
  client: Client,
  { format, out, purpose, filters }: Export,
  printer: Printer,
): Promise<void> {
  const ask = () => client.answer('exportProfileStream', { query: { format, purpose }, body: { filters } });
  const isLines = format === 'jsonl';
  if (out === undefined) {
    await passChecked(await ask(), isLines, (chunk) => printer.bytes(chunk));
    return;
  }
  const partial = `${out}.part`;
  const file = await draftAt(partial);
  try {
    let bytes = 0;
    const count = await passChecked(await ask(), isLines, async (chunk) => {
      bytes += chunk.byteLength;
      await written(out, () => file.writeFile(chunk));
      printer.progress(0, `${out}: ${bytes} bytes`);
    });
    await file.close();
    await written(out, () => rename(partial, out));
    printer.answer({ file: out, bytes, profiles: count }, () => [
      `${out}: ${bytes} bytes${count === null ? '' : `, ${count} profiles, checksum right`}`,
    ]);
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}
