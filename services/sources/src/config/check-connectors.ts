import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { type ConnectorKind, connectorKinds } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import { columnsOfEntry } from '../domain/columns.ts';
import { isItem } from '../domain/field-shapes.ts';
import { mappableFields } from '../domain/sanitise-fields.ts';
import { takesBatch, unknownPlaceholders } from '../domain/template.ts';
import { missingColumns } from '../connectors/dataset/missing-columns.ts';
import { columnsOf } from '../connectors/rows/read-columns.ts';
import { RowReading } from '../connectors/rows/row-settings.ts';
import { databaseOf, pathOfSqlite } from '../connectors/sql/dialects.ts';
import { checkNumbering, checkRoots } from './check-roots.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import type { Path } from './yaml-lines.ts';

type Item = Readonly<Record<string, unknown>>;

/** Besides the syntax, the functions' names: nothing else would tell of those before the first answer comes. */
function faultOfExpression(text: string): string | null {
  let tree: ReturnType<typeof compile>;
  try {
    tree = compile(text);
  } catch (error) {
    return reasonOf(error);
  }
  try {
    TreeInterpreter.search(tree, null);
    return null;
  } catch (error) {
    return /^unknown function|^invalid arity/i.test(reasonOf(error)) ? reasonOf(error) : null;
  }
}

function checkExpression(value: unknown, path: Path, faults: Fault[]): void {
  const fault = typeof value === 'string' && value !== '' ? faultOfExpression(value) : null;
  if (fault !== null) faults.push({ path, message: `is no JMESPath expression: ${fault}` });
}

function checkMap(map: unknown, path: Path, faults: Fault[]): void {
  if (!isItem(map)) return;
  for (const field of Object.keys(map)) {
    if (!mappableFields.has(field)) faults.push({ path: [...path, field], message: 'is no field of a profile' });
  }
}

const textOfBody = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

function checkRequest(request: Item, answer: Item, path: Path, faults: Fault[]): void {
  const url = typeof request['url'] === 'string' ? request['url'] : '';
  const body = textOfBody(request['body']);
  checkSecrets(request, path, faults);
  const plain = url.replaceAll(/\$\{[^}]*\}/g, 'x').replaceAll(/\{[^}]*\}/g, 'x');
  if (url !== '' && !(URL.canParse(plain) && /^https?:$/.test(new URL(plain).protocol)))
    faults.push({ path: [...path, 'url'], message: 'must be an http or https URL' });
  // What stands there is never sent.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(url))
    faults.push({ path: [...path, 'url'], message: 'holds credentials, which are not sent from there: use a header' });
  if (/^[a-z]+:\/\/[^/?#]*(?<!\$)\{/i.test(url))
    faults.push({ path: [...path, 'url'], message: 'a placeholder may not stand in the host' });
  for (const [part, text] of [
    ['url', url],
    ['body', body],
  ] as const) {
    for (const name of unknownPlaceholders(text.replaceAll(/\$\{[^}]*\}/g, '')))
      faults.push({
        path: [...path, part],
        message: `{${name}} is not known: {e164}, {phone}, {national}, {country} and {phones} are`,
      });
  }
  if (body !== '' && (request['method'] ?? 'GET') === 'GET')
    faults.push({ path: [...path, 'body'], message: 'GET carries no body: choose POST' });
  const batch = typeof request['batchSize'] === 'number' && request['batchSize'] > 1;
  const lists = takesBatch(url) || takesBatch(body);
  if (batch && !lists)
    faults.push({ path: [...path, 'batchSize'], message: 'a batch needs {phones} in the url or the body' });
  if (lists && !(answer['items'] && answer['phone']))
    faults.push({
      path: [...path.slice(0, -1), 'answer'],
      message: '{phones} needs items and phone, to tell whose answer is whose',
    });
}

/** What the file and its place offer to sources. */
export interface Surroundings {
  proxies: readonly string[];
  /** Of the file: paths are relative to it. */
  folder: string;
}

function checkHttp(source: Item, path: Path, { proxies }: Surroundings, faults: Fault[]): void {
  const request = isItem(source['request']) ? source['request'] : {};
  const answer = isItem(source['answer']) ? source['answer'] : {};
  checkRequest(request, answer, [...path, 'request'], faults);
  for (const name of ['notFound', 'failed', 'items', 'phone'])
    checkExpression(answer[name], [...path, 'answer', name], faults);
  checkMap(answer['map'], [...path, 'answer', 'map'], faults);
  checkRoots(answer, [...path, 'answer'], faults);
  checkNumbering(answer['map'], [...path, 'answer', 'map'], faults);
  if (isItem(answer['map'])) {
    for (const [field, text] of Object.entries(answer['map']))
      checkExpression(text, [...path, 'answer', 'map', field], faults);
  }
  const { proxy } = source;
  if (typeof proxy === 'string' && !proxies.includes(proxy))
    faults.push({ path: [...path, 'proxy'], message: `there is no proxy ${proxy}` });
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
    const missing = new Set(missingColumns(file, columnsOf(reading.data)));
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
    faults.push({ path: [...path, 'file'], message: `the file cannot be read: ${reasonOf(error).slice(0, 300)}` });
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
  const kind = connectorKinds.find((one) => one === source['connector']);
  if (kind !== undefined) checks[kind](source, path, surroundings, faults);
}
