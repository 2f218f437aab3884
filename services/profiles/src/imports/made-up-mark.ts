import { SANDBOX } from '@numscope/contracts/lists';

const textsOf = (cell: unknown): string[] =>
  [cell]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? one.split(/[|\r\n]+/) : []))
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** What says it in itself, whatever it holds: the console's exports have such a column in English. */
const column = /^\s*made[ _-]?up\s*$/i;
const no = /^(?:no|false|0|-)$/i;

/**
 * Whether a row of a table is of a made-up person. Nobody maps the columns that say so, a spreadsheet that a person has
 * saved may write their names in another case, and the console writes them in each of its languages: the sandbox's name
 * among the sources is found under any name, so that the mark is never lost.
 */
export const isMarkedMadeUp = (row: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(row).some(([name, cell]) => {
    const texts = textsOf(cell);
    if (texts.includes(SANDBOX)) return true;
    return column.test(name) && (cell === true || texts.some((text) => !no.test(text)));
  });
