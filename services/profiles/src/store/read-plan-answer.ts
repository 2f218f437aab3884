import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { planAnswerText } from '@numscope/contracts/plan-answer-text';
import type { ResolvedPhone } from './resolved-phone.ts';

/** An event about a number of which the numbering plan alone says something. */
export interface PlanAnswer extends ResolvedPhone {
  /** The same object for all numbers of which it says the same, to the same job. */
  alike: Pick<ResolvedPhone, 'data'>;
  own: OwnOfPlan;
}

/** What two such events differ in. */
export interface OwnOfPlan {
  eventId: string;
  resolvedAt: number;
  trace: string;
  phone: string;
  international: string;
  national: string;
}

export const isPlanAnswer = (resolved: ResolvedPhone): resolved is PlanAnswer => 'alike' in resolved;

/** What is said of a number, of what is said of another one. */
export function planAnswer(alike: PlanAnswer['alike'], own: OwnOfPlan): PlanAnswer {
  const { eventId, resolvedAt, trace, phone, international, national } = own;
  const observations = alike.data.observations.map((one) => ({
    ...one,
    id: `${NUMBERING_PLAN}:${phone}`,
    phone,
    at: resolvedAt,
    fields: one.fields?.numbering ? { numbering: { ...one.fields.numbering, international, national } } : one.fields,
  }));
  return { eventId, resolvedAt, trace, data: { ...alike.data, phone, observations }, alike, own };
}

/** What others are like is remembered without the number that it was read of. */
const nobody: OwnOfPlan = { eventId: '', resolvedAt: 0, trace: '', phone: '', international: '', national: '' };

const MOST = 500;
let known = new Map<string, PlanAnswer['alike']>();

/**
 * Reads an event about a number of which only the numbering plan says something; what it has in common with thousands of
 * others is read once. Null where it is not written so.
 * @param read reads any event
 */
export function readPlanAnswer(event: string, read: (event: string) => ResolvedPhone): PlanAnswer | null {
  const said = planAnswerText(event);
  if (said === null) return null;
  const { id, at, phone, trace, job, shared, international, national, trust } = said;
  const key = `${job}${shared}${trust}`;
  let alike = known.get(key);
  if (alike === undefined) {
    if (known.size === MOST) known = new Map();
    const { data } = planAnswer({ data: read(event).data }, nobody);
    known.set(key, (alike = { data }));
  }
  return planAnswer(alike, { eventId: id, resolvedAt: at, trace, phone, international, national });
}
