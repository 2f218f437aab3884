import type { Row } from '../../domain/fields/columns.ts';
import { yieldEvery } from '@numscope/platform/runtime/yield-every';
import { datasetFields } from '../../domain/fields/dataset-fields.ts';
import { datedRows } from '../../domain/fields/dated-rows.ts';
import type { AskedNumber } from '../../domain/template.ts';
import { type SourceAnswer, SourceFault } from '../connector.port.ts';
import { isDataAddress } from '../http/data-address.ts';
import { type MappingProof, isUnmapped } from './unmapped-rows.ts';
import { numberedRows } from './numbers-of-row.ts';
import { askedReading } from './phone-forms.ts';
import { MOST_ROWS, tooManyRows } from './row-collector.ts';
import type { RowReading } from './row-settings.ts';

const RAW_CHARS = 64 * 1024;

/** A picture that stands in a row would be kept twice. */
const withoutPictures = (_name: string, value: unknown): unknown =>
  typeof value === 'string' && isDataAddress(value) ? `${value.slice(0, value.indexOf(','))},…` : value;

/** As much of the rows as is kept as the raw answer, whole rows each. */
function rawOf(rows: readonly Row[]): string {
  const texts: string[] = [];
  let chars = 2;
  for (const row of rows) {
    const text = JSON.stringify(row, withoutPictures);
    chars += text.length + 1;
    if (chars > RAW_CHARS) break;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

/**
 * All rows about one number as its answer. Of pictures those count that stand in a row themselves: a table has no source
 * that others could be fetched from.
 */
export function answerOfRows(all: readonly Row[], reading: RowReading, proof: MappingProof): SourceAnswer {
  const { map, observedAt } = reading;
  if (all.length === 0) return { status: 'NOT_FOUND', fields: null };
  const { rows, times } = datedRows(all, observedAt ?? null);
  const { photos, ...others } = datasetFields(rows, map ?? null, times) ?? {};
  const held = photos?.filter(isDataAddress) ?? [];
  const fields = held.length > 0 ? { ...others, photos: held } : others;
  const raw = rawOf(all);
  const isFound = Object.keys(fields).length > 0;
  const nothingMapped = isUnmapped(all, reading, isFound, proof);
  return isFound
    ? { status: 'FOUND', fields, raw, observedAt: times[0] ?? null }
    : { status: 'NOT_FOUND', fields: null, raw, isUnmapped: nothingMapped };
}

/**
 * What rows about several numbers say of each, by the number, or the list of numbers, that stands in the column `phone`.
 * There may be many: others run between them.
 * @param formsOf - as what each number was asked for: so written in a cell it is that number
 * @throws SourceFault when rows came but none is of a number that was asked for: then it is the mapping that is wrong; or
 * when they are too many
 */
export async function answersOfRows(
  rows: readonly Row[],
  reading: RowReading,
  numbers: readonly AskedNumber[],
  proof: MappingProof,
  formsOf: (number: AskedNumber) => readonly string[],
): Promise<SourceAnswer[]> {
  const pace = yieldEvery();
  const read = askedReading(
    numbers.map((number) => [number.e164, formsOf(number)]),
    reading.region,
  );
  const byPhone = new Map(numbers.map(({ e164 }): [string, Row[]] => [e164, []]));
  let taken = 0;
  for (const whole of rows) {
    await pace();
    for (const { row, numbers: found } of numberedRows(whole, reading, read)) {
      const asked = found.filter((number) => byPhone.has(number));
      if (asked.length > 0 && ++taken > MOST_ROWS) throw tooManyRows();
      for (const number of asked) byPhone.get(number)?.push(row);
    }
  }
  if (rows.length > 0 && [...byPhone.values()].every((found) => found.length === 0))
    throw new SourceFault(
      `gave rows, but in the column ${reading.phone} of none stands a number that was asked for: name the column and, for national numbers, the region`,
      { kind: 'MAPPING', raw: rawOf(rows.slice(0, 1)) },
    );
  const answers: SourceAnswer[] = [];
  for (const { e164 } of numbers) {
    await pace();
    answers.push(answerOfRows(byPhone.get(e164) ?? [], reading, proof));
  }
  return answers;
}
