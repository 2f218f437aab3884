import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { reasonOf, yieldEvery } from '@numscope/platform';
import { type Row, valueOfColumn } from '../../domain/fields/columns.ts';
import type { DatasetRow } from '../../store/datasets/dataset-store.sqlite.ts';
import type { DatasetStore } from '../../store/datasets/index.ts';
import { numberedRows } from '../rows/numbers-of-row.ts';
import { columnsOf, readColumns } from '../rows/read-columns.ts';
import type { DatasetSource } from './dataset-source.ts';
import { readRows } from './read-rows.ts';

/** Rows that go to the store at once: each hand-over copies them in memory. */
const GROUP = 1000;
const GROUP_CHARS = 4 * 1024 * 1024;
/** Numbers of one row, which is kept under each of them. */
const MOST_NUMBERS = 1000;

export interface ImportReport {
  rows: number;
  /** Rows without a number that any numbering plan allows. */
  skipped: number;
}

/** Somebody wrote the file while it was read. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
}

/** The file is not what it should be: until it changes that stays so. */
export class FaultyFileError extends Error {
  override readonly name = 'FaultyFileError';
}

/** What the system says of a file that it cannot open or read is no fault of what stands in it. */
const isOfSystem = (error: unknown): boolean => typeof error === 'object' && error !== null && 'syscall' in error;

/** Another text when a file was written or replaced; null while it is not there. */
export const stateOf = (file: string): Promise<string | null> =>
  stat(file).then(
    ({ dev, ino, size, mtimeMs }) => [dev, ino, size, mtimeMs].join(' '),
    () => null,
  );

/** SHA-256 of a file's bytes. @param signal - breaks it off */
async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash, { signal });
  return hash.digest('hex');
}

/** @throws FaultyFileError when it cannot be read as what it is; else the system's fault */
async function* rowsOf(config: DatasetSource): AsyncGenerator<Row> {
  try {
    yield* readRows(config.file, readColumns(config));
  } catch (error) {
    throw isOfSystem(error) ? error : new FaultyFileError(reasonOf(error), { cause: error });
  }
}

/** Another one has files read again whose bytes are as they were: what a row or a number in it is has changed. */
const READING = 3;

/** How numbers in a file are read; the beginning of its fingerprint, so that another way reads the file again. */
const readingOf = ({ phone, region }: DatasetSource): string => `${JSON.stringify([READING, phone, region ?? null])} `;

/** Whether rows stand already that were read as they would be now, of whatever state of the file. */
export async function isImported(name: string, config: DatasetSource, store: DatasetStore): Promise<boolean> {
  const fingerprint = await store.fingerprintOf(name);
  return fingerprint?.startsWith(readingOf(config)) ?? false;
}

/**
 * Reads the file into its look-up table, unless that holds the same bytes already. Safe to break off: it begins anew
 * next time, and what was there before answers until all rows are in. Null when nothing was to do.
 * @throws FaultyFileError when it cannot be read as what it is or lacks a column; FileChangedError; any other fault
 * passes
 * @param signal - breaks it off
 */
export async function importDataset(
  name: string,
  config: DatasetSource,
  store: DatasetStore,
  signal: AbortSignal,
): Promise<ImportReport | null> {
  const state = await stateOf(config.file);
  const fingerprint = readingOf(config) + (await hashOf(config.file, signal));
  const generation = await store.begin(name, fingerprint);
  if (generation === null) return null;
  const report = { rows: 0, skipped: 0 };
  const missing = new Set(columnsOf(config));
  const pace = yieldEvery();
  let group: DatasetRow[] = [];
  let chars = 0;
  for await (const whole of rowsOf(config)) {
    await pace();
    signal.throwIfAborted();
    for (const column of missing) if (valueOfColumn(whole, column) !== undefined) missing.delete(column);
    let count = 0;
    for (const { row, numbers } of numberedRows(whole, config)) {
      count += numbers.length;
      if (count > MOST_NUMBERS)
        throw new FaultyFileError(`a row of it has more than ${MOST_NUMBERS} numbers in ${config.phone}`);
      const text = JSON.stringify(row);
      for (const phone of numbers) {
        group.push({ phone, row: text });
        chars += text.length;
        if (group.length < GROUP && chars < GROUP_CHARS) continue;
        await store.add(generation, group);
        group = [];
        chars = 0;
      }
    }
    if (count > 0) report.rows++;
    else report.skipped++;
  }
  const [absent] = missing;
  if (absent !== undefined && report.rows + report.skipped > 0) throw new FaultyFileError(`it has no column ${absent}`);
  await store.add(generation, group);
  if ((await stateOf(config.file)) !== state) throw new FileChangedError('it was written while it was read');
  await store.finish(name, generation, fingerprint);
  return report;
}
