import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ConnectorKind, connectorKinds } from '@numscope/contracts';
import { databaseOf, pathOfSqlite } from '../connectors/sql/dialects.ts';
import { checkMap } from './check-expressions.ts';
import { checkHttp } from './check-http.ts';
import { checkNeeds } from './check-needs.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import type { Path } from './yaml-lines.ts';

type Item = Readonly<Record<string, unknown>>;

/** What the file and its place offer to sources. */
export interface Surroundings {
  proxies: readonly string[];
  /** Of the file: paths are relative to it. */
  folder: string;
}

function checkReadable(file: string, folder: string, path: Path, faults: Fault[]): void {
  try {
    const full = resolve(folder, file);
    accessSync(full, constants.R_OK);
    if (!statSync(full).isFile()) throw new Error('no file');
  } catch {
    faults.push({ path, message: `the file ${file} cannot be read` });
  }
}

function checkDataset(source: Item, path: Path, { folder }: Surroundings, faults: Fault[]): void {
  checkMap(source['map'], [...path, 'map'], faults);
  const { file } = source;
  if (typeof file === 'string' && file !== '') checkReadable(file, folder, [...path, 'file'], faults);
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
