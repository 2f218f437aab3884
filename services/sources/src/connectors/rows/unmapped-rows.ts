import { columnsOfEntry, valueOfColumn, type Row } from '../../domain/fields/columns.ts';
import { isItem } from '../../domain/fields/field-shapes.ts';
import { timeColumn } from '../../domain/fields/dated-rows.ts';
import { mappableFields } from '../../domain/fields/sanitise-fields.ts';
import type { RowReading } from './row-settings.ts';

/** Whether columns that the mapping reads were met in a row of this source, filled in or not. */
export interface MappingProof {
  isProven: boolean;
}

/** What is checked to have its columns before it is asked has a proven mapping from the start. */
export const mappingProof = ({ map }: RowReading, areColumnsChecked: boolean): MappingProof => ({
  isProven: areColumnsChecked && Object.keys(map ?? {}).length > 0,
});

const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.values(value).every(isEmpty);
};

/** Whether nothing stands in a row besides these columns, wherever they are: a list of objects is looked through. */
const isEmptyBeside = (row: Row, columns: ReadonlySet<string>, path = ''): boolean =>
  Object.entries(row).every(
    ([name, value]) =>
      columns.has(path + name) ||
      [value].flat().every((one) => (isItem(one) ? isEmptyBeside(one, columns, `${path}${name}.`) : isEmpty(one))),
  );

/**
 * Whether rows hold something of which the mapping finds nothing: values where it looks that no field can be read from;
 * or, as long as no row had any column of those that it names, values elsewhere. A row that is empty where the mapping
 * looks is 'nothing'.
 * @param proof is told when a row has a column of the mapping
 */
export function isUnmapped(rows: readonly Row[], reading: RowReading, isFound: boolean, proof: MappingProof): boolean {
  const { map, phone, observedAt } = reading;
  const mapped = (row: Row): string[] =>
    map
      ? Object.values(map).flat().flatMap(columnsOfEntry)
      : Object.keys(row).filter((column) => mappableFields.has(column));
  const values = rows.flatMap((row) => mapped(row).map((column) => valueOfColumn(row, column)));
  proof.isProven ||= isFound || values.some((value) => value !== undefined);
  if (isFound) return false;
  if (proof.isProven) return !values.every(isEmpty);
  const known: ReadonlySet<string> = new Set([phone, timeColumn(observedAt ?? null) ?? phone]);
  return !rows.every((row) => isEmptyBeside(row, known));
}
