import { crc32 } from 'node:zlib';
import type { SqlRow } from '@numscope/adapters/sqlite';
import type { Profile } from '@numscope/contracts';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import type { JobRef, KeptObservation } from '../../domain/observation.ts';
import { planProfile } from '../../domain/plan-profile.ts';
import { phoneOfKey } from './phone-key.ts';
import type { ProfileRow } from '../profile-row.ts';
import { type KeptText, keptText, profileOf, wholeText } from '../profile-text.ts';

/**
 * What stands in the place of a profile that the numbering plan alone gives: that is made of the row's other columns when it is read.
 * Else what the plan says of a number would stand there three times.
 */
const OF_PLAN = '';

/** A number for what the rules of this version make of what the numbering plan says. */
const PLAN_RULES = crc32(
  keptText(
    planProfile({ id: 'profile', phone: '+12', createdTimestamp: 1, jobs: [{ id: 'job', number: 2 }] }, [
      {
        id: 'plan',
        source: NUMBERING_PLAN,
        at: 3,
        observedAt: 4,
        cached: false,
        status: 'FOUND',
        fields: {
          numbering: {
            country: 'US',
            region: 'region',
            lineType: 'MOBILE',
            carrier: 'carrier',
            timeZones: ['zone'],
            international: '+1 2',
            national: '2',
          },
        },
        trust: 0.5,
      },
    ]),
  ).text,
);

/**
 * The columns that a profile is read from; the observations are read only where it is made of them.
 * @param profile how the column of that name is read
 */
export const profileColumns = (profile = 'profile'): string =>
  `phone, id, created, jobs, ${profile} AS profile, fields, CASE profile WHEN '${OF_PLAN}' THEN observations END AS observations`;

/** What the columns `profile` and `fields` are to hold. */
export const keptProfile = ({ profile, isPlan }: Pick<ProfileRow, 'profile' | 'isPlan'>): KeptText =>
  isPlan ? { text: OF_PLAN, fields: PLAN_RULES } : keptText(profile);

/** Whether a row's profile is what the numbering plan alone gives, and is made when it is read. */
export const isOfPlan = (row: SqlRow): boolean => row['profile'] === OF_PLAN;

/** Whether such a profile was another one by the rules of the version that wrote its row. */
export const isOfOtherRules = (row: SqlRow): boolean => isOfPlan(row) && row['fields'] !== PLAN_RULES;

function planProfileOf(row: SqlRow): Profile {
  const profile = planProfile(
    {
      id: String(row['id']),
      phone: phoneOfKey(row['phone']),
      createdTimestamp: Number(row['created']),
      jobs: JSON.parse(String(row['jobs'])) as JobRef[],
    },
    JSON.parse(String(row['observations'])) as KeptObservation[],
  );
  if (profile === null) throw new Error('a profile without text is not what the numbering plan alone gives');
  return profile;
}

/** The profile of a row that has these columns. */
export const profileOfRow = (row: SqlRow): Profile =>
  isOfPlan(row) ? planProfileOf(row) : profileOf(String(row['profile']));

/** The same as JSON with all its fields. */
export const wholeTextOfRow = (row: SqlRow): string =>
  isOfPlan(row) ? JSON.stringify(planProfileOf(row)) : wholeText(String(row['profile']), row['fields']);
