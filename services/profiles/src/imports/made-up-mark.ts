import { SANDBOX } from '@numscope/contracts/lists';

const textsOf = (cell: unknown): string[] =>
  [cell]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/[|\r\n]+/) : []))
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** `sources` of the streamed exports, `Sources` and `Made up` of the console's spreadsheet. */
const columns = /^\s*(?:(sources)|made[ _-]?up)\s*$/i;
const no = /^(?:no|false|0|-)$/i;

/**
 * Whether a row of a table is of a made-up person. Nobody maps the columns that say so, and a spreadsheet that a person
 * has saved may write their names in another case: they are found all the same, so that the mark is never lost.
 */
export const isMarkedMadeUp = (row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(row).some(([column, cell]) => {
    const found = columns.exec(column);
    if (!found) return false;
    const texts = textsOf(cell);
    return found[1] === undefined ? cell === true || texts.some((text) => !no.test(text)) : texts.includes(SANDBOX);
  });
