// Nearly all events of a large job are written alike. What a job needs of such a one is found without parsing the rest,
// in a quarter of the time; whatever is written otherwise is left to the parser (read-events.ts).
import { isRecord } from '@numscope/contracts/is-record';
import { NUMBERING_PLAN } from '@numscope/contracts/lists';
import { planAnswerText } from '@numscope/contracts/plan-answer-text';
import type { Profiled, Resolved } from './job-store.port.ts';

type Pass = Pick<Resolved, 'jobId' | 'pass'>;

const MOST = 500;
let known = new Map<string, Pass | null>();

/** The pass that a job's JSON names, parsed once for all events that name it; null where it is not for a job, or none. */
function passOf(json: string): Pass | null {
  let pass = known.get(json);
  if (pass !== undefined) return pass;
  const job: unknown = JSON.parse(json);
  const { id: jobId, pass: number } = isRecord(job) ? job : {};
  pass =
    typeof jobId === 'string' && typeof number === 'number' && Number.isInteger(number)
      ? { jobId, pass: number }
      : null;
  if (known.size === MOST) known = new Map();
  known.set(json, pass);
  return pass;
}

/** Of a `phone.resolved` for which the numbering plan alone was asked, and found something; null of any other. */
export function planResolved(event: string): Resolved | null {
  const said = planAnswerText(event);
  if (said === null) return null;
  const { at, phone, job, sources } = said;
  if (sources !== `{"source":"${NUMBERING_PLAN}","status":"FOUND","at":${at},"cached":false}`) return null;
  const pass = passOf(job);
  if (pass === null) return null;
  const answer = { source: NUMBERING_PLAN, status: 'FOUND' as const, at, cached: false };
  return { ...pass, phone, status: 'FOUND', doNotLookUp: false, sources: [answer], waiting: [] };
}

/** Of a JSON text, where it stands as it is. */
const text = String.raw`[^"\\\u0000-\u001f]*`;

/** How a `profile.updated` is written: the first group is the phone, the second its job. */
const updated = new RegExp(
  String.raw`^\{"id":"${text}","type":"profile\.updated","version":\d+,"at":\d+,"key":"(\+\d+)","trace":"${text}",` +
    String.raw`"data":\{"phone":"\1","profileId":"${text}","revision":\d+,"changed":\[[^[\]]*\],"job":(\{[^{}]*\})\}\}$`,
);

/** Of a `profile.updated` that a job waits for; null of any other. */
export function usualProfiled(event: string): Profiled | null {
  const [, phone, job] = updated.exec(event) ?? [];
  const pass = job === undefined ? null : passOf(job);
  return phone === undefined || pass === null ? null : { ...pass, phone };
}
