import { soundWords } from './latin-words.ts';

/**
 * Given names with their other spellings and their diminutives. A bounded list of what is common among the people whom
 * the product is used for (Uzbek, Russian, English): a name that is not here is compared as it is written. A diminutive
 * of several names stands with each of them: it fits all and is none.
 */
const table = `
aleksandr: alexander alexandr aleksander sasha sanya shura alex
aleksandra: alexandra sasha shura sanya alex
aleksey: alexey alexei alexej alyosha lyosha lesha alex
anastasiya: anastasia nastya nastia
anna: anya ania anyuta anechka
andrey: andrew andrei andryusha
anton: antosha toha
artem: artyom artyem tema tyoma
boris: borya
valentin: valya
valentina: valya
valeriy: valery valera
valeriya: valeria lera
varvara: varya
vasiliy: vasily basil vasya
viktor: victor vitya
viktoriya: victoria vika
vitaliy: vitaly vitalik
vladimir: vova volodya vovan vlad
vladislav: vlad vladik
vyacheslav: viacheslav slava
galina: galya
georgiy: georgy george gosha jora zhora
grigoriy: grigory gregory grisha
darya: daria dasha
denis: dennis deniska
dmitriy: dmitry dmitri dima dimon mitya
yevgeniy: evgeny eugene zhenya
yevgeniya: evgenia eugenia zhenya
yekaterina: ekaterina catherine katherine katya katia
yelena: elena helen lena
yelizaveta: elizaveta elizabeth liza
ivan: vanya
igor: igoryok
ilya: ilia ilyusha
irina: irene ira
kirill: kiril cyril
kseniya: xenia ksenia ksyusha
konstantin: constantine kostya
larisa: larissa lara
leonid: lyonya lenya
lyubov: liubov lyuba
lyudmila: ludmila lyuda mila
maksim: maxim maks max
margarita: rita
marina: marisha
mariya: maria marya mary masha
mikhail: michael misha mike
nadezhda: nadya
natalya: natalia nataliya natasha
nikita: nik
nikolay: nicholas nikolai nicolas kolya
oksana: oxana ksyusha
oleg: olejka
olga: olya
pavel: paul pasha
petr: pyotr peter petya
polina: polya
roman: roma
svetlana: sveta lana
semyon: semen simon syoma
sergey: serge seryozha serezha seryoga
sofya: sofia sophia sonya
stanislav: stas slava
stepan: stephen styopa
tatyana: tatiana tanya
timur: temur tima
fyodor: fedor theodore fedya
yuliya: julia yulia julie yulya
yuriy: yuri yury yura
yakov: jacob yasha
yaroslav: slava yarik
abdulla: abdullo abdullah
abdurahmon: abdurakhman abdurahman
bobur: babur
baxtiyor: bakhtiyar bakhtiar
dilnoza: dilnaza
doniyor: daniyar doniyar
gulnora: gulnara
javohir: javokhir jawahir
jamshid: jamshed djamshid
jahongir: jakhongir jahangir dzhakhangir
kamoliddin: kamoladdin
mahmud: makhmud mahmoud
muhammad: mohammed mohammad muhammed mukhammad muhamed mohamed magomed
nodir: nadir
nodira: nadira
otabek: atabek
otkir: utkir
rustam: rustem
sardor: sardar
shohruh: shahrukh shahruh shohrukh
ulugbek: ulughbek
umid: umed
xurshid: hurshed
yusuf: yusup
zafar: zofar
robert: bob rob bobby
william: bill will billy
james: jim jimmy
john: johnny jack
thomas: tom
richard: dick rick
edward: ed eddie
jose: pepe
`;

const baseOf = new Map<string, string>();
const mayStandFor = new Map<string, Set<string>>();
for (const line of table.trim().split('\n')) {
  const [base = '', ...others] = soundWords(line);
  for (const word of [base, ...others]) mayStandFor.getOrInsertComputed(word, () => new Set()).add(base);
}
for (const [word, bases] of mayStandFor) {
  const [base] = bases;
  if (base !== undefined && bases.size === 1) baseOf.set(word, base);
}

/** The given name that a word stands for, or the word itself; a diminutive of several names stands for itself. */
export const givenName = (sound: string): string => baseOf.get(sound) ?? sound;

/** Whether a word is a diminutive of several names. */
export const isOfSeveralNames = (sound: string): boolean => (mayStandFor.get(sound)?.size ?? 0) > 1;

/** Whether two words, one of them a diminutive of several names, may be one given name. */
export function mayBeOneName(a: string, b: string): boolean {
  const bases = mayStandFor.get(a);
  const others = mayStandFor.get(b);
  return bases !== undefined && others !== undefined && !bases.isDisjointFrom(others);
}
