import type { Connection, Journal } from '@numscope/adapters/mongo';
import { momentOfId, type OutgoingEvent, packEvents } from '@numscope/platform';
import { type ErasedMark, ErasedNumbers } from '@numscope/platform/erased-numbers';
import { kindOf } from '../../domain/limits/periods.ts';
import type { LostCost, ReusedCount } from '../../domain/health/asking-counts.ts';
import type { KeptWebhook } from '../../webhooks/kept-webhook.ts';
import type { NewListed } from '../listed-store.port.ts';
import type { CallCount, EndedSubmission, NewObservation, PhotoStep } from '../source-store.port.ts';
import { CallDocuments } from './call-counts.ts';
import { DuePhotoDocuments } from './due-photos.ts';
import { ListedDocuments } from './listed.ts';
import { PhoneRecords } from './phone-records.ts';
import { type StandingChange, StandingDocuments } from './source-standing.ts';
import { StatisticDocuments } from './statistics.ts';
import { SubmissionDocuments } from './submissions.ts';
import { WebhookDocuments } from './webhooks.ts';

/** What an entry of the journal changes; it bears being changed again. */
export type Change =
  | {
      kind: 'answers';
      observations: NewObservation[];
      calls: CallCount[];
      /** Absent in what was written before there were any, as are the next. */
      ended?: EndedSubmission[];
      reused?: ReusedCount[];
      lost?: LostCost[];
      photos?: PhotoStep[];
      instance: string;
      commit: number;
    }
  | { kind: 'list'; added: NewListed; change: string }
  /** `order`: the one that had put it there, null where nobody knows; absent in what a version before wrote. */
  | { kind: 'unlist'; entry: string; at: number; order?: string | null; change: string }
  /** `isKnown`: it replaces one that is there, and makes none. */
  | { kind: 'webhook'; webhook: KeptWebhook; change: string; isKnown?: boolean }
  | { kind: 'no-webhook'; id: string }
  | { kind: 'replay'; webhook: string; delivery: string | null; at: number }
  | StandingChange;

export type ChangeJournal = Journal<Change>;

/** Events as the journal keeps them with a change. */
export const packed = (events: readonly OutgoingEvent[]): string | null =>
  events.length > 0 ? packEvents(events) : null;

/** What the changes are made to. */
export interface SourceDocuments {
  phones: PhoneRecords;
  calls: CallDocuments;
  statistics: StatisticDocuments;
  standing: StandingDocuments;
  submissions: SubmissionDocuments;
  duePhotos: DuePhotoDocuments;
  list: ListedDocuments;
  hooks: WebhookDocuments;
}

export const documentsOf = (connection: Connection, instance: string): SourceDocuments => ({
  phones: new PhoneRecords(connection),
  calls: new CallDocuments(connection),
  statistics: new StatisticDocuments(connection),
  standing: new StandingDocuments(connection),
  submissions: new SubmissionDocuments(connection, instance),
  duePhotos: new DuePhotoDocuments(connection),
  list: new ListedDocuments(connection),
  hooks: new WebhookDocuments(connection),
});

/** An erasure leaves whatever was written before it longer than this to be carried out. */
const LATE_MS = 1000;

interface Answers {
  observations: readonly NewObservation[];
  photos: readonly PhotoStep[];
}

/**
 * What of an entry of the journal is still to be kept. One that its writer had no time to carry out comes when somebody
 * else finds it, and the number may have been erased by then.
 * @param entry - its id
 */
async function withoutErased(
  answers: Answers,
  entry: string,
  erasedMarks: () => Promise<ErasedMark[]>,
): Promise<Answers> {
  const written = momentOfId(entry);
  if (written !== null && Date.now() - written < LATE_MS) return answers;
  const erased = new ErasedNumbers();
  erased.replace(await erasedMarks());
  const { observations, photos } = answers;
  return {
    observations: observations.filter(({ phone, at }) => !erased.isErased(phone, at)),
    photos: photos.map(({ over, answer, due }) => ({
      over,
      answer: answer && !erased.isErased(answer.phone, answer.at) ? answer : null,
      due: due && !erased.isErased(due.phone, due.answeredAt) ? due : null,
    })),
  };
}

/** @param entry the id of the journal's entry */
export async function applyChange(
  { phones, calls: counts, statistics, standing, submissions, duePhotos, list, hooks }: SourceDocuments,
  change: Change,
  entry: string,
): Promise<void> {
  if (change.kind === 'pause' || change.kind === 'told') return standing.apply(change);
  if (change.kind === 'webhook') {
    const { webhook, change: by, isKnown = false } = change;
    return isKnown ? hooks.change(webhook, by) : hooks.keep(webhook, by);
  }
  if (change.kind === 'no-webhook') return hooks.drop(change.id);
  if (change.kind === 'replay') return hooks.deliveries.replay(change, entry);
  if (change.kind === 'list') return list.add(change.added, change.change);
  if (change.kind === 'unlist') return list.remove(change.entry, change.at, change.order, change.change);
  const { observations, ended = [], calls, reused = [], lost = [], photos = [], instance, commit } = change;
  const kept = await withoutErased({ observations, photos }, entry, () => list.erasedMarks());
  await phones.add([...kept.observations, ...kept.photos.flatMap(({ answer }) => answer ?? [])]);
  await duePhotos.step(kept.photos);
  await submissions.end(ended);
  await statistics.count({ observations, reused, lost }, { instance, commit });
  // The minutes of all instances are kept with what they reserve.
  for (const count of calls.filter(({ day }) => kindOf(day) === 'day')) await counts.count(count, instance, commit);
}

/**
 * Whether what was to be told with a change holds: one delivery that another replay took first is refused, and so is a
 * change of a webhook that is gone.
 */
export async function isTold(
  { hooks }: Pick<SourceDocuments, 'hooks'>,
  change: Change,
  entry: string,
): Promise<boolean> {
  if (change.kind === 'webhook' && change.isKnown) return hooks.isThere(change.webhook.id);
  return (
    change.kind !== 'replay' ||
    change.delivery === null ||
    (await hooks.deliveries.countReplayed(change.webhook, entry)) > 0
  );
}
