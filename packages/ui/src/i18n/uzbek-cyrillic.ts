/** What is not Uzbek prose and stays in Latin letters, first what has the most to it. */
const kept = [
  // Syntax of a text: its values, and the forms of a number.
  String.raw`\$?\{[\w:]+\}`,
  String.raw`\{\w+, plural,`,
  String.raw`\b(?:zero|one|two|few|many|other)(?= \{)`,
  // Addresses, settings, times and sizes as they are typed.
  String.raw`\bhttps?(?:://\S*\w)?`,
  String.raw`/api/[\w/]+`,
  String.raw`\b[A-Z_]+=\w+`,
  String.raw`\b\d[\w:.-]*[A-Za-z][\w:./-]*`,
  String.raw`\b(?:sources|true|false|tel|px|jsonl|csv|xlsx|id)\b`,
  // Names and keys of a keyboard, whatever ending they have, and what is written with capitals within.
  String.raw`\b(?:Numscope|Kafka|MongoDB|Elasticsearch|Natural Earth|Last-Event-ID|Caps Lock|Shift|Ctrl)`,
  String.raw`\b[GK]\b(?!‘)`,
  String.raw`\b\w*[a-z][A-Z]\w*|\b[A-Z]{2,}[a-z]\w*`,
  // Abbreviations; three words of prose are written in capitals too.
  String.raw`\b(?!(?:EMAS|TARMOQ|VA)\b)[A-Z][A-Z\d_]+\b`,
];
const pattern = new RegExp(String.raw`(${kept.join('|')})|[A-Za-z][A-Za-z‘’]*`, 'g');

/**
 * What is written otherwise than it sounds, and then two letters that are one, in the order in which they are looked
 * for. Loans from Russian keep their soft sign, some only without an ending, and have ц for ts.
 */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/^(parol|rol|model|modul)$/, '$1ь'],
  [/filtr/g, 'filьtr'],
  [/fakultet/g, 'fakulьtet'],
  [/statsionar/g, 'staцionar'],
  [/tsiya/g, 'цiya'],
  [/yo(?!‘)/g, 'ё'],
  [/o‘/g, 'ў'],
  [/g‘/g, 'ғ'],
  [/sh/g, 'ш'],
  [/ch/g, 'ч'],
  [/yu/g, 'ю'],
  [/ya/g, 'я'],
  [/ye/g, 'е'],
  [/’/g, 'ъ'],
  [/(?<=^|[aeiouўёюяе])e/g, 'э'],
];
const latin = 'abcdefghijklmnopqrstuvxyz';
const cyrillic = 'абсдефгҳижклмнопқрстувхйз';

function wordInCyrillic(word: string): string {
  const spelt = spellings.reduce((text, [from, to]) => text.replace(from, to), word.toLowerCase());
  const letters = spelt.replaceAll(/[a-z]/g, (letter) => cyrillic[latin.indexOf(letter)] ?? letter);
  if (word.length > 1 && word === word.toUpperCase()) return letters.toUpperCase();
  return word.charAt(0) === spelt.charAt(0) || word === word.toLowerCase()
    ? letters
    : letters.charAt(0).toUpperCase() + letters.slice(1);
}

/**
 * A text of an Uzbek catalog, which is in Latin letters, in Cyrillic ones: the alphabets stand for each other by rule
 * (decree of the Cabinet of Ministers of Uzbekistan no. 339 of 1995 on the spelling in Latin letters, beside the
 * Cyrillic rules of 1956), so that no second catalog has to be kept like the first.
 * @example textInCyrillic('{count, plural, other {# ta yozuv}}'); // {count, plural, other {# та ёзув}}
 */
export const textInCyrillic = (text: string): string =>
  text.replaceAll(pattern, (found, stays?: string) => stays ?? wordInCyrillic(found));

/** A whole catalog in Cyrillic letters. */
export function catalogInCyrillic<C extends Readonly<Record<string, string>>>(latinTexts: C): C {
  const texts = Object.entries(latinTexts).map(([key, text]) => [key, textInCyrillic(text)]);
  return Object.fromEntries(texts);
}
