import type { Archive } from './archive.ts';
import { CellText } from './cell-text.ts';
import type { SheetLimits } from './limits.ts';
import { tooLarge } from './spreadsheet-error.ts';
import { readXml } from './walk-xml.ts';

/** What an empty text costs in memory, counted as characters, so that millions of them are bounded too. */
const EACH = 16;

/** The texts that cells share, by their places. How they are to be read aloud is left out. @throws SpreadsheetError */
export async function readSharedStrings(archive: Archive, part: string, limits: SheetLimits): Promise<string[]> {
  const strings: string[] = [];
  let chars = 0;
  const text = new CellText(limits.cellChars, 'a text that its cells share');
  let inText = false;
  let inPhonetic = false;
  await readXml(await archive.open(part), {
    open: (name) => {
      if (name === 'si') text.clear();
      else if (name === 't') inText = !inPhonetic;
      else if (name === 'rPh') inPhonetic = true;
    },
    text: (piece) => {
      if (!inText) return;
      text.add(piece);
      chars += piece.length;
      if (chars > limits.sharedChars)
        throw tooLarge(`the texts of its cells have more than ${limits.sharedChars} characters`);
    },
    close: (name) => {
      if (name === 't') inText = false;
      else if (name === 'rPh') inPhonetic = false;
      else if (name === 'si') {
        strings.push(text.take());
        chars += EACH;
      }
    },
  });
  return strings;
}
