import type { SourceFields } from '@numscope/contracts';
import { describePhone } from '@numscope/numbering';
import type { Known } from '@numscope/profiles/test/fill-records';
import { madeUpPerson } from '@numscope/sources/made-up-person';

/**
 * How mobile numbers of eight countries begin, each with seven digits behind, in the order in which the store keeps
 * them: who fills it then appends.
 */
const MOBILE = ['3361', '3461', '7916', '44740', '90532', '99890', '491511', '551197'] as const;
const DIGITS = 7;
const ROOM = 10 ** DIGITS;
export const JOBS = 10;
const AT = 1_790_000_000_000;
const DAY_S = 86_400;
const STEP = 7919;

/** The `place`-th of `total` numbers, as many of each country. */
export function manyPhoneAt(place: number, total: number): string {
  const each = Math.ceil(total / MOBILE.length);
  const step = Math.floor(ROOM / each);
  const within = (place % each) * step + ((place * STEP) % step);
  return `+${MOBILE[Math.floor(place / each)] ?? MOBILE[0]}${String(within).padStart(DIGITS, '0')}`;
}

/** One of these besides, in turn. */
const FURTHER = ['emails', 'work', 'addresses', 'university'] as const;

/** A part of what the sandbox makes up of a person: ten million profiles with all of it take 60 GB. */
function someOf(place: number, { names, socialNetworks, birthDate, city, ...others }: SourceFields): SourceFields {
  const further = FURTHER[place % FURTHER.length] ?? 'emails';
  return {
    ...(names ? { names: names.slice(0, 1) } : {}),
    ...(socialNetworks ? { socialNetworks: socialNetworks.slice(0, 1) } : {}),
    ...(birthDate ? { birthDate } : {}),
    ...(city ? { city } : {}),
    ...(others[further] ? { [further]: others[further] } : {}),
  };
}

/** What the numbering plan and the sandbox say of the `place`-th number, found by one of ten jobs. */
export function manyPeopleAt(place: number, total: number): Known {
  const phone = manyPhoneAt(place, total);
  const numbering = describePhone(phone);
  const country = numbering?.country ?? '';
  const number = 1 + (place % JOBS);
  const at = AT + ((place * STEP) % DAY_S) * 1000;
  const said = { at, cached: false, status: 'FOUND' } as const;
  const made = madeUpPerson({ e164: phone, country });
  return {
    identity: {
      id: `018f1000-0000-7000-8000-${String(place).padStart(12, '0')}`,
      phone,
      createdTimestamp: at,
      jobs: [{ id: `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`, number }],
    },
    country,
    observations: [
      { ...said, id: `${place}p`, source: 'NUMBERING_PLAN', fields: numbering && { numbering }, trust: 1 },
      ...(made.kind === 'person'
        ? [{ ...said, id: `${place}s`, source: 'SANDBOX', fields: someOf(place, made.fields), trust: 0.5 }]
        : []),
    ],
  };
}
