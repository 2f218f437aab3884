import { accessSync, constants, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { type ConnectorKind, connectorKinds } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import { columnsOfEntry } from '../domain/fields/columns.ts';
import type { Item } from '../domain/fields/field-shapes.ts';
import { missingColumns } from '../connectors/dataset/missing-columns.ts';
import { RowReading } from '../connectors/rows/row-settings.ts';
import { databaseOf, pathOfSqlite } from '../connectors/sql/dialects.ts';
import { checkMap } from './check-expressions.ts';
import { checkHttp } from './check-http.ts';
import { checkNeeds } from './check-needs.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import type { Path } from '@numscope/platform/yaml-lines';

/** What the file and its place offer to sources. */
export interface Surroundings {
  proxies: readonly string[];
  /** The file's folder, to which paths are relative. */
  folder: string;
}

/** The full path of a file that can be read. */
function checkReadable(file: string, folder: string, path: Path, faults: Fault[]): string | null {
  try {
    const full = resolve(folder, file);
    accessSync(full, constants.R_OK);
    if (!statSync(full).isFile()) throw new Error('no file');
    return full;
  } catch {
    faults.push({ path, message: `the file ${file} cannot be read` });
    return null;
  }
}

/** A column that the file lacks would leave its field empty for ever. */
function checkColumns(source: Item, file: string, path: Path, faults: Fault[]): void {
  const reading = RowReading.safeParse(source);
  // What is wrong with its shape is the schema's to tell.
  if (!reading.success) return;
  try {
    const missing = new Set(missingColumns(file, reading.data));
    const { phone, map, observedAt } = reading.data;
    const entries: Array<[Path, unknown]> = [
      [[...path, 'phone'], phone],
      [[...path, 'observedAt'], observedAt],
      ...Object.entries(map ?? {}).map(([field, entry]): [Path, unknown] => [[...path, 'map', field], entry]),
    ];
    for (const [place, entry] of entries) {
      for (const column of [entry].flat().flatMap((one) => (typeof one === 'string' ? columnsOfEntry(one) : [])))
        if (missing.has(column)) faults.push({ path: place, message: `the file has no column ${column}` });
    }
  } catch (error) {
    const name = basename(file);
    faults.push({
      path: [...path, 'file'],
      message: `the file ${name} cannot be read: ${reasonOf(error).slice(0, 300)}`,
    });
  }
}

function checkDataset(source: Item, path: Path, { folder }: Surroundings, faults: Fault[]): void {
  checkMap(source['map'], [...path, 'map'], faults);
  const { file } = source;
  if (typeof file !== 'string' || file === '') return;
  const full = checkReadable(file, folder, [...path, 'file'], faults);
  if (full !== null && source['enabled'] !== false) checkColumns(source, full, path, faults);
}

function checkSql(source: Item, path: Path, { folder }: Surroundings, faults: Fault[]): void {
  checkMap(source['map'], [...path, 'map'], faults);
  const { url } = source;
  checkSecrets(url, [...path, 'url'], faults);
  if (typeof url === 'string' && databaseOf(url) === 'sqlite')
    checkReadable(pathOfSqlite(url), folder, [...path, 'url'], faults);
}

const checkElasticsearch: Check = (source, path, _surroundings, faults) => {
  checkMap(source['map'], [...path, 'map'], faults);
  for (const name of ['url', 'apiKey']) checkSecrets(source[name], [...path, name], faults);
};

type Check = (source: Item, path: Path, surroundings: Surroundings, faults: Fault[]) => void;
const nothing: Check = () => undefined;

/** What must hold of a source besides its shape. */
const checks: Readonly<Record<ConnectorKind, Check>> = {
  http: checkHttp,
  dataset: checkDataset,
  sql: checkSql,
  elasticsearch: checkElasticsearch,
  'numbering-plan': nothing,
  sandbox: nothing,
};

/** Checks a source by its connector; one of no known kind is the schema's to tell. */
export function checkSource(source: Item, path: Path, surroundings: Surroundings, faults: Fault[]): void {
  checkNeeds(source, path, faults);
  const kind = connectorKinds.find((one) => one === source['connector']);
  if (kind !== undefined) checks[kind](source, path, surroundings, faults);
}
