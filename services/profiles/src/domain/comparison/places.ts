import { soundWords } from './latin-words.ts';
import { remembered } from './remembered.ts';

/** Cities under the names that several languages have for them; a bounded list, each line one place. */
const table = `
tashkent toshkent
samarkand samarqand samarcanda
bukhara buxoro buhara
fergana fargona
andijan andijon
karshi qarshi
termez termiz tirmiz
urgench urganch
gulistan guliston
kokand qoqon qoqand
margilan margilon
jizzakh jizzax
navoi navoiy
kyiv kiev
almaty almata
astana nursultan
ashgabat ashxabad asgabat
moscow moskva moskau moscou moscu moscovo
petersburg peterburg spb piter leningrad
warsaw warszawa varshava varsovie varsovia
prague praha praga prag
vienna wien vena vienne viena
munich munchen myunxen
cologne koln kyoln
rome roma rim
london londres londra londyn
paris parij parigi
lisbon lisboa lissabon
athens athina afini atenas
istanbul stambul estambul
beijing pekin peking
seoul seul
dubai dubay dubaj
cairo kair kahira
brussels bruxelles bryussel brussel
geneva geneve jeneva ginebra
bucharest bucuresti buxarest
belgrade beograd belgrad
copenhagen kobenhavn kopengagen
`;

/** What stands beside a place's name and is no part of it. */
const kinds: ReadonlySet<string> = new Set(
  'city town shahri shahar shaxri gorod g sh saint sankt sanktpeterburg st of'.split(' ').flatMap(soundWords),
);

const placeOf = new Map<string, string>();
/** As the table writes it, by the word that it is compared by. */
const writtenAs = new Map<string, string>();
for (const line of table.trim().split('\n')) {
  const [first = '', ...others] = soundWords(line);
  writtenAs.set(first, line.split(' ')[0] ?? '');
  for (const word of [first, ...others]) placeOf.set(word, first);
}

/** The words of a place's name in one form, each once and in order of the alphabet: Тошкент шаҳри is tashkent. */
export const placeWords = remembered((text): readonly string[] => {
  const all = soundWords(text);
  const said = all.filter((word) => !kinds.has(word));
  return [...new Set((said.length > 0 ? said : all).map((word) => placeOf.get(word) ?? word))].sort();
});

/** The name by which the table knows a place of which nothing else is said; null where it does not know it. */
export function knownPlace(text: string): string | null {
  const [only, ...others] = placeWords(text);
  return only === undefined || others.length > 0 ? null : (writtenAs.get(only) ?? null);
}

/** Whether the one may be the other more exactly told: Tashkent, and Tashkent, Uzbekistan. */
export function mayBeSamePlace(one: string, other: string): boolean {
  const [a, b] = [new Set(placeWords(one)), new Set(placeWords(other))];
  return a.size > 0 && b.size > 0 && (a.isSubsetOf(b) || b.isSubsetOf(a));
}
