import { describe, expect, it } from '@jest/globals';
import { type AuditEntry, calls } from '@numscope/contracts';
import * as fc from 'fast-check';
import { auditColumns, hasOtherYears } from '../src/features/audit/audit-columns.tsx';
import { auditRows, entriesOf, sentenceOfRow } from '../src/features/audit/audit-rows.ts';
import { isOfPicture, isOfProfile, isThumbnail, sentenceOf } from '../src/features/audit/audit-sentence.ts';
import { saidOfDetails } from '../src/features/audit/said-of-details.ts';

let made = 0;
const entry = (call: { summary: string }, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: String(made++),
  actionType: 'PROFILE',
  createdTimestamp: 1,
  username: 'ann',
  ip: '127.0.0.1',
  details: call.summary,
  args: {},
  outcome: 'OK',
  ...changes,
});
const profile = (phone: string, changes: Partial<AuditEntry> = {}): AuditEntry =>
  entry(calls.getProfile, { args: { phone }, ...changes });

describe('an entry in words', () => {
  it.each<[string, AuditEntry]>([
    [
      'ann: changing the status of job 5 Harbour to PLAY',
      entry(calls.setJobStatus, { args: { number: 5, jobStatus: 'PLAY', jobNumber: 5, jobName: 'Harbour' } }),
    ],
    ['ann: reading job 7', entry(calls.getJob, { args: { number: '7' } })],
    ['ann: merging jobs 1 Port, 2 Quay', entry(calls.mergeJobs, { args: { jobNames: ['1 Port', '2 Quay'] } })],
    ['ann: deleting user bob', entry(calls.deleteUser, { args: { id: 'x', userName: 'bob' } })],
    ['ann: trying webhook Case system', entry(calls.testWebhook, { args: { id: 'x', webhookName: 'Case system' } })],
    ['ann: making webhook Case system', entry(calls.createWebhook, { args: { name: 'Case system' } })],
    [
      'ann: changing webhook Case system',
      entry(calls.updateWebhook, { args: { id: 'x', webhookName: 'Case system', name: 'Cases' } }),
    ],
    ['ann: pausing source TC', entry(calls.pauseSource, { args: { name: 'TC' } })],
    ['ann: reading profile +998901234567', profile('998901234567')],
    ['ann, refused: reading the list of users', entry(calls.searchUsers, { outcome: 'FORBIDDEN' })],
  ])('says "%s"', (said, one) => {
    expect(sentenceOf(one)).toBe(said);
  });

  it('says its details where its shape, or what it is about, is not known', () => {
    expect(sentenceOf(entry({ summary: 'Certificate of an erasure' }))).toBe('ann: Certificate of an erasure');
    expect(sentenceOf(entry(calls.deleteUser, { args: { id: 'x' } }))).toBe('ann: Delete a user');
    expect(sentenceOf(entry(calls.testWebhook, { args: { id: 'x' } }))).toBe(`ann: ${calls.testWebhook.summary}`);
    expect(sentenceOf(entry(calls.createUser, { args: { userName: '***' } }))).toBe('ann: Create a user');
  });

  it('says something of whatever arguments an entry has', () => {
    const any = fc.constantFrom(...Object.values(calls));
    fc.assert(
      fc.property(any, fc.dictionary(fc.string(), fc.anything()), (call, args) => {
        expect(sentenceOf(entry(call, { args }))).toMatch(/^ann: ./);
      }),
    );
  });

  it('knows every call that is audited, by the summary that it has', () => {
    const audited = Object.values(calls).filter((call) => 'audit' in call);
    const unknown = audited.filter((call) => {
      const one = entry(call);
      return !isOfPicture(one) && !Object.hasOwn(saidOfDetails, call.summary);
    });
    expect(unknown.map(({ summary }) => summary)).toEqual([]);
    const summaries = new Set<string>(Object.values(calls).map(({ summary }) => summary));
    const strange = Object.keys(saidOfDetails).filter((details) => !summaries.has(details));
    expect(strange).toEqual(['Listen to what changes']);
    const kinds = [calls.getImage, calls.getThumbnail, calls.imageFaces].every((call) => isOfPicture(entry(call)));
    const profiles = [calls.getProfile, calls.profileTimeline, calls.sameFace].every((call) =>
      isOfProfile(entry(call)),
    );
    expect([kinds, profiles, isThumbnail(entry(calls.getThumbnail))]).toEqual([true, true, true]);
  });
});

describe('the lines of a page', () => {
  it('show what one user read of one kind together, and count each number once', () => {
    const rows = auditRows([
      profile('1'),
      profile('2'),
      profile('2'),
      profile('3', { username: 'bob' }),
      profile('4', { outcome: 'NOT_FOUND' }),
      entry(calls.searchProfiles),
      entry(calls.searchProfiles),
    ]);
    expect(rows.map(sentenceOfRow)).toEqual([
      'ann: reading 2 profiles',
      'bob: reading profile +3',
      'ann, refused: reading profile +4',
      'ann: searching profiles',
      'ann: searching profiles',
    ]);
  });

  it('have none for small pictures but where their user did nothing else', () => {
    const small = (username: string) => entry(calls.getThumbnail, { username });
    const rows = auditRows([small('ann'), profile('1'), small('ann'), profile('2'), small('bob'), small('bob')]);
    expect(rows.map(sentenceOfRow)).toEqual(['ann: reading 2 profiles', 'bob: looking at 2 pictures']);
    expect(rows[0]?.thumbnails).toHaveLength(2);
  });

  it('lose no entry and show none twice', () => {
    const any = fc.constantFrom(calls.getProfile, calls.getThumbnail, calls.getImage, calls.getJob);
    const one = fc.tuple(any, fc.constantFrom('ann', 'bob'), fc.constantFrom('OK', 'NOT_FOUND'));
    fc.assert(
      fc.property(fc.array(one), (all) => {
        const entries = all.map(([call, username, outcome]) => entry(call, { username, outcome }));
        const shown = auditRows(entries).flatMap(entriesOf);
        expect(shown.map(({ id }) => id).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
      }),
    );
  });
});

it('gives times the room for a year where some of them say it', () => {
  const now = entry(calls.me, { createdTimestamp: Date.now() });
  expect([hasOtherYears([]), hasOtherYears([now]), hasOtherYears([now, entry(calls.me)])]).toEqual([
    false,
    false,
    true,
  ]);
  const widthOf = (sayYears: boolean): number => auditColumns(sayYears).find(({ id }) => id === 'time')?.width ?? 0;
  expect(widthOf(true)).toBeGreaterThan(widthOf(false));
});
