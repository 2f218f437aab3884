import type { ImportMapping, ImportPreview } from '@numscope/contracts';
import { fieldColumns } from '../../domain/fields.ts';
import { texts } from '../../texts/texts.ts';

/** The fields that a column can say, in their order, with what they are called. */
const fields: ReadonlyArray<readonly [string, () => string]> = [
  ['phone', () => texts('importPhone')],
  ...fieldColumns.map(({ field, column }): readonly [string, () => string] =>
    field === 'photos' ? ['images', () => texts('importImages')] : [field, () => column.header],
  ),
];

interface ColumnTableProps {
  preview: ImportPreview;
  mapping: ImportMapping;
  onMapping: (mapping: ImportMapping) => void;
}

const fieldOf = (mapping: ImportMapping, column: string): string =>
  Object.entries(mapping).find(([, of]) => of === column)?.[0] ?? '';

/** The fields, and the one that a column says by its name where it is none of them: what exports have besides. */
const fieldsWith = (field: string): typeof fields =>
  field === '' || fields.some(([name]) => name === field) ? fields : [...fields, [field, () => field]];

function mapped(mapping: ImportMapping, column: string, field: string): ImportMapping {
  const others = Object.entries(mapping).filter(([name, of]) => of !== column && name !== field);
  return Object.fromEntries(field === '' ? others : [...others, [field, column]]);
}

/** The first rows of a file below what each column says, which can be chosen. */
export const ColumnTable = ({ preview: { columns, rows }, mapping, onMapping }: ColumnTableProps) => (
  <div className="rs-import-table">
    <table className="ns-sm">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              <div>{column}</div>
              <select
                className="ns-input"
                aria-label={column}
                value={fieldOf(mapping, column)}
                onChange={(event) => onMapping(mapped(mapping, column, event.target.value))}
              >
                <option value="">{texts('importPass')}</option>
                {fieldsWith(fieldOf(mapping, column)).map(([field, label]) => (
                  <option key={field} value={field}>
                    {label()}
                  </option>
                ))}
              </select>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, line) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows of a file have nothing else, and never move
          <tr key={line}>
            {columns.map((column, place) => (
              <td key={column}>{cells[place]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
