import { stat } from 'node:fs/promises';
import { readPhone } from '@numscope/numbering';
import { yieldEvery, stableId } from '@numscope/platform';
import type { DatasetSource } from './dataset-source.ts';
import { textOf } from '../../domain/field-shapes.ts';
import type { DatasetRow, DatasetStore } from '../../store/datasets/dataset-store.port.ts';
import { readRows } from './read-rows.ts';

const GROUP = 1000;

export interface ImportReport {
  rows: number;
  /** Rows without a number that any numbering plan allows. */
  skipped: number;
}

/**
 * Reads the file into its look-up table, unless that holds this very file already. Safe to break off: it begins anew
 * next time, and what was there before answers meanwhile. Null when nothing was to do.
 */
export async function importDataset(
  name: string,
  config: DatasetSource,
  store: DatasetStore,
): Promise<ImportReport | null> {
  const { size, mtimeMs } = await stat(config.file);
  const fingerprint = stableId(JSON.stringify([config.file, size, mtimeMs, config.phone, config.region ?? null]));
  const generation = await store.begin(name, fingerprint);
  if (generation === null) return null;
  const report = { rows: 0, skipped: 0 };
  const pace = yieldEvery();
  let group: DatasetRow[] = [];
  for await (const row of readRows(config.file)) {
    await pace();
    const phone = readPhone(textOf(row[config.phone]) ?? '', config.region ?? undefined)?.e164;
    if (phone === undefined) {
      report.skipped++;
      continue;
    }
    group.push({ phone, row: JSON.stringify(row) });
    report.rows++;
    if (group.length < GROUP) continue;
    await store.add(generation, group);
    group = [];
  }
  await store.add(generation, group);
  await store.finish(name, generation, fingerprint);
  return report;
}
