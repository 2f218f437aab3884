import type { Path } from '@numscope/platform/yaml-lines';
import { isItem } from '../domain/fields/field-shapes.ts';
import type { Fault } from './check-secrets.ts';

/** What a source of each connector reads its answers from: a machine's file, a database, an index. */
const placeOf: Readonly<Record<string, string>> = { dataset: 'file', sql: 'url', elasticsearch: 'url' };

/** Where a source reads, as it is written (a reference unfilled); null for connectors that read at no such place. */
function writtenPlace(source: unknown): { connector: string; field: string; place: unknown } | null {
  if (!isItem(source) || typeof source['connector'] !== 'string') return null;
  const { connector } = source;
  const field = Object.hasOwn(placeOf, connector) ? placeOf[connector] : undefined;
  return field === undefined ? null : { connector, field, place: source[field] };
}

/** Whether a source reads at the very place that the file names for one of the same connector. */
export function isKnownPlace(source: unknown, other: unknown): boolean {
  const [own, its] = [writtenPlace(source), writtenPlace(other)];
  return own !== null && its !== null && own.connector === its.connector && own.place === its.place;
}

/**
 * Files, databases and indices lie within reach of the server: whoever binds a source in the console reads those alone
 * that the operator's own file names.
 * @param file the sources of the file as it is, before references are filled in
 */
export function checkPlaceUse(source: unknown, file: unknown, path: Path, faults: Fault[]): void {
  const own = writtenPlace(source);
  const known = isItem(file) ? Object.values(file) : [];
  if (own === null || own.place === undefined || known.some((other) => isKnownPlace(source, other))) return;
  faults.push({
    path: [...path, own.field],
    message: `is none that the sources file names for a source of the connector ${own.connector}; a new one is written there first`,
  });
}
