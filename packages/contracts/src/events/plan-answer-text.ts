import { NUMBERING_PLAN } from '../lists.ts';

/** The parts of a `phone.resolved` in which one about a number that the numbering plan alone knows differs from another. */
export interface PlanAnswerText {
  id: string;
  /** When it was made, in milliseconds. */
  at: number;
  phone: string;
  trace: string;
  /** The job, as JSON. */
  job: string;
  /** What each source said in short, as JSON without the brackets. */
  sources: string;
  /** What the plan says of all numbers that are alike, as JSON without the brackets. */
  shared: string;
  international: string;
  national: string;
  trust: string;
}

/** Of a JSON text, where it stands as it is. */
const text = String.raw`([^"\\\u0000-\u001f]*)`;

/** How such an event is written: the second group is its time, the third the phone. */
const form = new RegExp(
  String.raw`^\{"id":"${text}","type":"phone\.resolved","version":\d+,"at":([1-9]\d*),"key":"(\+\d+)","trace":"${text}",` +
    String.raw`"data":\{"phone":"\3","job":(\{[^{}]*\}),"status":"FOUND","sources":\[([^[\]]*)\],` +
    String.raw`"observations":\[\{"id":"${NUMBERING_PLAN}:\3","phone":"\3","source":"${NUMBERING_PLAN}","account":null,"at":\2,"cached":false,` +
    String.raw`"status":"FOUND","fields":\{"numbering":\{([^{}]*),"international":"${text}","national":"${text}"\}\},"trust":([\d.]+)\}\]\}\}$`,
);

/**
 * Takes a `phone.resolved` of which the numbering plan alone found something apart without parsing it, which takes a
 * quarter of the time. Null where it is not written so: such a one is for a parser.
 */
export function planAnswerText(event: string): PlanAnswerText | null {
  const parts = form.exec(event);
  if (parts === null) return null;
  const [, id = '', at, phone = '', trace = '', job = '', sources = '', shared = '', international = '', ...rest] =
    parts;
  const [national = '', trust = ''] = rest;
  return { id, at: Number(at), phone, trace, job, sources, shared, international, national, trust };
}
