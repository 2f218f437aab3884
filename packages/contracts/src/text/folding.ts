/**
 * Folding of case, accents and script into comparable words, the one function that both search engines' terms come
 * from. Cyrillic becomes Latin by a fixed table (Russian, Uzbek Cyrillic, Ukrainian, Kazakh letters), near the usual
 * passport spelling; Uzbek Latin apostrophes (oʻ, gʻ) are dropped, so that 'Oʻtkir', "O'tkir" and 'Ўткир' meet.
 */
import { fewMarks } from './few-marks.ts';

const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ѓ: 'g',
  ґ: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  є: 'e',
  ж: 'j',
  з: 'z',
  и: 'i',
  й: 'y',
  і: 'i',
  ї: 'i',
  к: 'k',
  қ: 'q',
  л: 'l',
  м: 'm',
  н: 'n',
  ң: 'n',
  о: 'o',
  ө: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ў: 'o',
  ү: 'u',
  ұ: 'u',
  ф: 'f',
  х: 'x',
  ҳ: 'h',
  һ: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sh',
  ъ: '',
  ы: 'i',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  ғ: 'g',
  ә: 'a',
  ј: 'j',
  љ: 'l',
  њ: 'n',
  ћ: 'c',
  ђ: 'd',
  џ: 'dz',
  ќ: 'k',
};

/** Latin spellings of one Cyrillic letter, made one: 'kh' and 'x' (х), 'zh' and 'j' (ж), 'shch' (щ). Applied after the table. */
const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/shch/g, 'sh'],
  [/kh/g, 'x'],
  [/zh/g, 'j'],
  [/ye/g, 'e'],
  [/yo/g, 'e'],
];

/** How -ий and -ый are spelled at the end of a word. */
const ending = /(?:iy|yy|ij|ii)$/;
const endings = /(?:iy|yy|ij|ii)\b/g;

const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ĳ: 'ij',
  ŋ: 'n',
};

const ascii = /^[\0-\x7f]*$/;

/** Lower-case letters without accents, those that a table knows as it writes them. */
function plainLetters(lower: string): string {
  let out = '';
  for (const char of fewMarks(lower).normalize('NFC')) out += cyrillic[char] ?? latin[char] ?? char;
  return out
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ʻʼʹʽ‘’‛′＇'`´]/g, '');
}

/** Lower case, no accents, Latin only where a table knows the letter; spelled as it is. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are ASCII, of which only signs are dropped: none of its letters is in a table or has an accent.
  return ascii.test(lower) ? lower.replace(/['`]/g, '') : plainLetters(lower);
}

function respelled(plainText: string): string {
  let out = plainText;
  for (const [pattern, replacement] of spellings) out = out.replace(pattern, replacement);
  return out;
}

const ended = (word: string): string => word.replace(ending, 'y');
const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * One text, folded: lower case, no accents, Latin only where a table knows the letter. Pure; the same text always folds
 * the same.
 */
export const fold = (text: string): string => respelled(plain(text)).replace(endings, 'y');

/** The folded words of a text: runs of letters and digits. Empty for a text without any. */
export const words = (text: string): string[] => wordsIn(respelled(plain(text))).map(ended);

/**
 * The folded words of a text, each with the forms in which its beginning may be typed, first as `words` has it: Дмитри and
 * K begin Дмитрий and Khurshid, but neither dmitry nor xurshid. Most words have that one form.
 */
export const wordForms = (text: string): string[][] =>
  wordsIn(plain(text)).map((word) => {
    const spelled = respelled(word);
    const folded = ended(spelled);
    return folded === word ? [word] : [...new Set([folded, spelled, word])];
  });
