import type { Observation, SourceFields } from '@numscope/contracts';

/** Numbers of 0 to 1, always the same of a seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const given = [
  ['Anvar', 'Анвар', 'MALE'],
  ['Bobur', 'Бобур', 'MALE'],
  ['Sardor', 'Сардор', 'MALE'],
  ['Timur', 'Тимур', 'MALE'],
  ['Jasur', 'Жасур', 'MALE'],
  ['Rustam', 'Рустам', 'MALE'],
  ['Dilnoza', 'Дилноза', 'FEMALE'],
  ['Gulnora', 'Гулнора', 'FEMALE'],
  ['Malika', 'Малика', 'FEMALE'],
  ['Nodira', 'Нодира', 'FEMALE'],
  ['Kamola', 'Камола', 'FEMALE'],
  ['Zarina', 'Зарина', 'FEMALE'],
] as const;
const family = [
  ['Karimov', 'Каримов'],
  ['Rashidov', 'Рашидов'],
  ['Tursunov', 'Турсунов'],
  ['Yusupov', 'Юсупов'],
  ['Normatov', 'Норматов'],
  ['Saidov', 'Саидов'],
  ['Ergashev', 'Эргашев'],
  ['Mirzayev', 'Мирзаев'],
  ['Olimov', 'Олимов'],
  ['Hamidov', 'Хамидов'],
] as const;

const YEAR = 365.25 * 86_400_000;
const BEGIN = Date.UTC(2016, 0, 1);
const SOURCES = ['ALPHA', 'BRAVO', 'CHARLIE', 'DELTA', 'ECHO'];

interface Person {
  given: (typeof given)[number];
  family: (typeof family)[number];
  birthDate: string;
  email: string;
  account: string;
  /** Since when she bears another surname. */
  marriage: { at: number; family: (typeof family)[number] } | null;
}

export interface MadeUpHistory {
  observations: Observation[];
  /** Null where the number always had one holder. */
  changedAt: number | null;
  /**
   * The nearest times around the change, of those that the answers themselves tell: the last at which somebody rightly
   * says the former holder, the first at which somebody says the present one. No more can be known of when it was.
   */
  gap: { from: number; to: number } | null;
}

/** A gender alone tells nobody from others. */
const tellsWho = ({ names, birthDate, emails, socialNetworks }: SourceFields): boolean =>
  Boolean(names ?? birthDate ?? emails ?? socialNetworks);

/**
 * What five sources say of a number over six years of passes: each with fields of its own, in other spellings, late in
 * its news, now and then failing, some with the date of what they say, and one in ten of a wrong person. A holder may
 * marry, take another email and another SIM.
 */
export function madeUpHistory(seed: number, changes: boolean): MadeUpHistory {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const chance = (probability: number): boolean => random() < probability;
  const person = (): Person => {
    const first = pick(given);
    const number = Math.floor(random() * 1e9);
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    const month = String(1 + Math.floor(random() * 12)).padStart(2, '0');
    return {
      given: first,
      family: pick(family),
      birthDate: `${1950 + Math.floor(random() * 50)}-${month}-${day}`,
      email: `p${number}@mail.example`,
      account: `id${number}`,
      marriage: first[2] === 'FEMALE' && chance(0.1) ? { at: BEGIN + random() * 6 * YEAR, family: pick(family) } : null,
    };
  };
  const former = person();
  let present = person();
  while (present.given === former.given || present.family === former.family) present = person();
  const passes = Array.from({ length: 8 + Math.floor(random() * 5) }, () => BEGIN + random() * 6 * YEAR).sort(
    (a, b) => a - b,
  );
  // At least two passes before it and three behind it.
  const place = 2 + Math.floor(random() * (passes.length - 5));
  const [before = 0, after = 0] = passes.slice(place - 1, place + 1);
  const changedAt = changes ? before + (0.2 + 0.6 * random()) * (after - before) : null;
  const swappedAt =
    changedAt !== null ? (chance(0.6) ? changedAt : null) : chance(0.4) ? BEGIN + random() * 6 * YEAR : null;

  const sources = SOURCES.map((source) => ({
    source,
    wrong: chance(0.1) ? person() : null,
    dated: chance(0.5),
    lag: chance(0.6) ? random() * 0.2 * YEAR : random() * 2 * YEAR,
    cyrillic: chance(0.4),
    turned: chance(0.3),
    speaks: {
      names: chance(0.9),
      birthDate: chance(0.4),
      gender: chance(0.4),
      email: chance(0.4),
      account: chance(0.4),
      line: chance(0.2),
    },
  }));
  const observations: Observation[] = [];
  const gap = { from: -Infinity, to: Infinity };
  for (const [pass, at] of passes.entries())
    for (const { source, wrong, dated, lag, cyrillic, turned, speaks } of sources) {
      if (chance(0.15)) continue;
      const known = at - lag;
      const right = changedAt !== null && known >= changedAt ? present : former;
      const who = wrong ?? right;
      const script = cyrillic ? 1 : 0;
      const surname = (who.marriage && who.marriage.at <= known ? who.marriage.family : who.family)[script];
      const name = turned ? `${surname} ${who.given[script]}` : `${who.given[script]} ${surname}`;
      const fields: SourceFields = {
        ...(speaks.names ? { names: [{ name, type: 'OK' }] } : {}),
        ...(speaks.birthDate
          ? { birthDate: cyrillic ? who.birthDate.split('-').reverse().join('.') : who.birthDate }
          : {}),
        ...(speaks.gender ? { gender: who.given[2] } : {}),
        ...(speaks.email ? { emails: [chance(0.05) ? `new-${who.email}` : who.email] } : {}),
        ...(speaks.account ? { socialNetworks: [{ id: who.account, socialNetwork: 'TELEGRAM' }] } : {}),
        ...(speaks.line && swappedAt !== null && swappedAt < known
          ? { line: { simSwappedAt: Math.round(swappedAt) } }
          : {}),
      };
      const status = chance(0.1) ? 'FAILED' : chance(0.05) ? 'NOT_FOUND' : 'FOUND';
      if (changedAt !== null && status === 'FOUND' && !wrong && tellsWho(fields)) {
        const time = Math.round(dated ? known : at);
        if (right === present) gap.to = Math.min(gap.to, time);
        else if (time <= changedAt) gap.from = Math.max(gap.from, time);
      }
      observations.push({
        id: `${source}-${pass}`,
        phone: '+998901234567',
        source,
        account: null,
        at: Math.round(at),
        ...(dated ? { observedAt: Math.round(known) } : {}),
        cached: false,
        status,
        fields: status === 'FOUND' ? fields : null,
        trust: 0.5,
      });
    }
  return { observations, changedAt, gap: changedAt === null ? null : gap };
}
