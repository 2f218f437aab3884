import { givenOf } from '../../domain/results/as-is-room.ts';
import { countingAnswer, later } from '../../domain/results/counting-answer.ts';
import type { ErasedStore } from '../listed-store.port.ts';
import type { KnownAnswer, KnownRequest, SourceStore } from '../source-store.port.ts';
import type { ChangeJournal, SourceDocuments } from './changes.ts';
import { answerOf, asIs, oldestFirst } from '../known-answer.ts';
import type { KeptObservation, PhoneObservations } from './phone-document.ts';

const isFresh = (one: KeptObservation, source: string, since: number): boolean =>
  one.source === source && one.at >= since && one.status !== 'FAILED';

/** What need not be asked of a phone again: of each source the answer that counts in this pass, else the newest fresh one. */
function knownOf(
  { phone, observations }: PhoneObservations,
  { job, pass, run, merged, sources }: KnownRequest,
): KnownAnswer[] {
  return sources.flatMap(({ source, freshSince }) => {
    const answers = observations.filter((one) => one.source === source);
    const answerIn = (ofJob: number, inPass: number): KeptObservation | null =>
      answers.filter((one) => one.job === ofJob && one.pass === inPass).reduce<KeptObservation | null>(later, null);
    const own = answerIn(job, pass);
    const ofMerged = merged.flatMap((each) => answerIn(each.number, each.pass) ?? []);
    const ofPass = countingAnswer(own, ofMerged);
    const fresh = freshSince === null ? [] : answers.filter((one) => isFresh(one, source, freshSince));
    const best = ofPass ?? fresh.reduce<KeptObservation | null>(later, null);
    return best === null
      ? []
      : {
          observation: answerOf(phone, best),
          samePass: ofPass !== null,
          sameRun: ofPass !== null && ofPass === own && own.run === run,
        };
  });
}

type AnswerStore = Pick<
  SourceStore,
  | 'commit'
  | 'known'
  | 'fresh'
  | 'observationsOf'
  | 'newestFound'
  | 'deleteOf'
  | 'countOlder'
  | 'removeOlder'
  | 'statistics'
  | 'callsOf'
> &
  Pick<ErasedStore, 'erase'>;

/** What the sources answered, with what is under way of the numbers. */
export const answerStore = (
  { phones, calls, statistics, submissions, duePhotos }: SourceDocuments,
  journal: ChangeJournal,
  instance: string,
): AnswerStore => ({
  async commit({ number, events, ...changed }) {
    const id = await journal.write({ kind: 'answers', ...changed, instance, commit: number }, events);
    submissions.endHere(changed.ended);
    return events === null ? null : id;
  },

  known: async (request) => (await phones.of(request.phones, ['raw'])).flatMap((one) => knownOf(one, request)),

  async fresh(asked, sources) {
    const kept = new Map(
      (await phones.of(asked, ['raw', 'fields', 'message'])).map(({ phone, observations }) => [phone, observations]),
    );
    const places = asked.map((_phone, index) => index);
    return sources.map(({ source, freshSince }) =>
      places.filter((index) => kept.get(asked[index] ?? '')?.some((one) => isFresh(one, source, freshSince))),
    );
  },

  async observationsOf(phone, limit, rawBytes) {
    const sizes = await phones.sizesOf(phone);
    const newest = sizes
      .toSorted((a, b) => a.at - b.at)
      .slice(-limit)
      .toReversed();
    const given = givenOf(newest, rawBytes);
    const leftOut = new Map(given.map(({ rawLeftOut }, index) => [newest[index]?.id ?? '', rawLeftOut]));
    const kept = new Map((await phones.someOf(phone, leftOut)).map((one) => [one.id, one]));
    const newestFirst = [...leftOut].flatMap(([id, rawLeftOut]) => {
      const one = kept.get(id);
      return one ? asIs(answerOf(phone, one), one.raw, rawLeftOut) : [];
    });
    return oldestFirst(newestFirst, sizes.length - given.length);
  },

  async newestFound(phone, source) {
    const [kept] = await phones.of([phone], ['raw']);
    const found = (kept?.observations ?? []).filter((one) => one.source === source && one.status === 'FOUND');
    const newest = found.toSorted((a, b) => a.at - b.at).at(-1);
    return newest ? answerOf(phone, newest) : null;
  },

  async deleteOf(deleted) {
    await phones.delete(deleted);
    await submissions.deleteOf(deleted);
    await duePhotos.deleteOf(deleted);
  },

  countOlder: (before) => phones.countOlder(before),
  removeOlder: (before, limit) => phones.removeOlder(before, limit),
  statistics: (source, range) => statistics.of(source, range),
  callsOf: (period) => calls.of(period),

  async erase(phone) {
    const all = [{ phone, until: Number.MAX_SAFE_INTEGER }];
    await duePhotos.deleteOf(all);
    const [kept] = await phones.of([phone], ['raw', 'fields']);
    await phones.delete(all);
    return { observations: kept?.observations.length ?? 0, submissions: await submissions.deleteOf(all) };
  },
});
