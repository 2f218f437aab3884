import type { AnswerStatus, JobPass, Numbering } from '@numscope/contracts';
import { describePhone } from '@numscope/numbering';
import { outgoing } from '@numscope/platform/events';
import { stableId } from '@numscope/platform/ids';
import { packEvents } from '@numscope/platform/packed-events';
import { markOf, ShapedText } from '@numscope/platform/shaped-text';
import {
  listedPhone,
  type Part,
  planPart,
  refusedPlanPart,
  resolutionKey,
  resolvePhone,
} from '../../domain/results/resolve-phone.ts';

export interface PlanOnlyRequest {
  phones: string[];
  /** Those of them that are on the do-not-look-up list. */
  listed: string[];
  job: JobPass;
  run: number;
  retryOf: string | null;
  at: number;
  /** Null when the numbering plan is off: then nobody is asked at all. */
  plan: { trust: number; pausedBy: string | null } | null;
  trace: string;
}

export interface PlanOnlyResult {
  /** `phone.resolved` of each number, as `packEvents` makes them. */
  events: string;
  /** Numbers by what the numbering plan answered. */
  answered: Record<AnswerStatus, number>;
}

/** What two numbers differ in of which the numbering plan says the same: texts that JSON need not escape. */
const own = ['id', 'phone', 'international', 'national'] as const;
type Own = (typeof own)[number];

/** What is told alike of many numbers, but for their own texts. */
interface Shape {
  event: ShapedText<Own>;
  /** What the numbering plan answered of each; none when it was not asked. */
  statuses: AnswerStatus[];
}

/** The shape of numbers on the do-not-look-up list. */
const LISTED = 'listed';

/** The same text for numbers of which the numbering plan says the same. */
const likenessOf = (numbering: Numbering | null): string =>
  numbering === null
    ? ''
    : `${numbering.country}\n${numbering.region}\n${numbering.lineType}\n${numbering.carrier}\n${numbering.timeZones.join()}`;

function partsOf(numbering: Numbering | null, { plan, at }: PlanOnlyRequest): Part[] {
  if (plan === null) return [];
  if (plan.pausedBy !== null) return [refusedPlanPart(plan.pausedBy, at)];
  const [international, national] = [markOf('international', own), markOf('national', own)];
  return [planPart(markOf('phone', own), numbering && { ...numbering, international, national }, at, plan.trust)];
}

function shapeOf(numbering: Numbering | null, isListed: boolean, request: PlanOnlyRequest): Shape {
  const [id, phone] = [markOf('id', own), markOf('phone', own)];
  const { job, at, trace } = request;
  const parts = isListed ? [] : partsOf(numbering, request);
  const data = isListed ? listedPhone(phone, job) : resolvePhone(phone, job, parts);
  return {
    event: new ShapedText(packEvents([outgoing('phone.resolved', phone, data, { id, at, trace })]), own),
    statuses: parts.map(({ status }) => status),
  };
}

/** Runs in a worker thread, so that reading numbering plans and making events of them never holds up the event loop. */
export function open() {
  return {
    describe: (phones: string[]): Array<Numbering | null> => phones.map(describePhone),
    /**
     * The finished events of numbers about which only the numbering plan is asked. A text is made once for all numbers
     * of one country, place, line type and carrier: as an object for each number it took a third longer.
     */
    resolve(request: PlanOnlyRequest): PlanOnlyResult {
      const { phones, listed, job, run, retryOf, plan } = request;
      const notAsked = new Set(listed);
      const isAsked = plan !== null && plan.pausedBy === null;
      const answered: PlanOnlyResult['answered'] = { FOUND: 0, NOT_FOUND: 0, FAILED: 0 };
      const shapes = new Map<string, Shape>();
      const events: string[] = [];
      for (const phone of phones) {
        const isListed = notAsked.has(phone);
        const numbering = isAsked && !isListed ? describePhone(phone) : null;
        const likeness = isListed ? LISTED : likenessOf(numbering);
        let shape = shapes.get(likeness);
        if (!shape) shapes.set(likeness, (shape = shapeOf(numbering, isListed, request)));
        for (const status of shape.statuses) answered[status]++;
        const { international = '', national = '' } = numbering ?? {};
        const id = stableId(resolutionKey(job, run, phone, retryOf));
        events.push(shape.event.of({ id, phone, international, national }));
      }
      return { events: events.join('\n'), answered };
    },
  };
}
