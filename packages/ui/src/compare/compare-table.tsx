import './compare-table.css';
import { type ReactNode, useState } from 'react';
import { type ComparedValue, differ, sharing } from './differing.ts';

/** A value as it is shown, and who says it. */
export interface ShownValue extends ComparedValue {
  chip: ReactNode;
}

/** What is compared: a profile, or a pass of a job. */
export interface CompareSide {
  key: string;
  head: ReactNode;
}

/** A field with the values of each side, in the order of the sides. */
export interface CompareRow {
  key: string;
  label: string;
  sides: readonly (readonly ShownValue[])[];
}

/** What the table says, in the words of the screen that it stands on. */
export interface CompareWords {
  /** The accessible name of the whole table. */
  label: string;
  field: string;
  nobodySays: string;
  nothingDiffers: string;
  /** Beside a value that another side has as well. */
  shared: string;
  /** Opens the rest of a long list, of which so many are not shown yet. */
  more: (rest: number, all: number) => string;
}

/** Values of one side that show before the rest is asked for. */
const FIRST = 20;

interface CompareProps {
  words: CompareWords;
  sides: readonly CompareSide[];
  rows: readonly CompareRow[];
  onlyDifferences: boolean;
}

/** Two to four sides beside one another, field by field, each value with who says it. Fields that no side has are left out. */
export function CompareTable({ words, sides, rows, onlyDifferences }: CompareProps) {
  const said = rows.filter((row) => row.sides.some((side) => side.length > 0));
  const shown = onlyDifferences ? said.filter((row) => differ(row.sides)) : said;
  return (
    <section className="ns-compare" aria-label={words.label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {sides.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => {
            const isShared = sharing(row.sides);
            return (
              <tr key={row.key} data-differs={differ(row.sides) ? '' : undefined}>
                <th scope="row">{row.label}</th>
                {sides.map(({ key }, i) => (
                  <td key={key}>
                    <Values values={row.sides[i] ?? []} isShared={isShared} words={words} />
                  </td>
                ))}
              </tr>
            );
          })}
          {shown.length === 0 ? (
            <tr>
              <td colSpan={sides.length + 1}>{onlyDifferences ? words.nothingDiffers : words.nobodySays}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}

interface ValuesProps {
  values: readonly ShownValue[];
  isShared: (value: ComparedValue) => boolean;
  words: CompareWords;
}

function Values({ values, isShared, words }: ValuesProps) {
  const [all, setAll] = useState(false);
  if (values.length === 0) return <span className="ns-compare-none ns-t3">{words.nobodySays}</span>;
  const shown = all ? values : values.slice(0, FIRST);
  const rest = values.length - shown.length;
  return (
    <ul>
      {shown.map((value) => {
        const shared = isShared(value);
        return (
          <li key={value.text} data-shared={shared ? '' : undefined}>
            <span className="ns-compare-text">{value.text}</span>
            {shared ? <span className="ns-compare-shared">{words.shared}</span> : null}
            {value.chip}
          </li>
        );
      })}
      {rest === 0 ? null : (
        <li>
          <button type="button" className="ns-link" onClick={() => setAll(true)}>
            {words.more(rest, values.length)}
          </button>
        </li>
      )}
    </ul>
  );
}
