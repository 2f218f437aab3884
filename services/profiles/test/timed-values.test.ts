import { expect, it } from '@jest/globals';
import { buildObservation } from '@numscope/testing';
import { foldProfile } from '../src/domain/fold-profile.ts';
import { newestObservations } from '../src/domain/newest-observations.ts';

const identity = { id: 'profile-1', phone: '+998901234567', createdTimestamp: 1, jobs: [] };

it('the times of very many values are found in as long for each as those of few', () => {
  const answerOf = (count: number) => {
    const emails = Array.from({ length: count }, (_none, at) => `a${at}@mail.example`);
    const valueTimes = { emails: emails.map((value, at) => ({ value, observedAt: at + 1 })) };
    return newestObservations([], [buildObservation({ fields: { emails, valueTimes } })]);
  };
  const costOf = (answers: Array<ReturnType<typeof answerOf>>): number => {
    const begun = process.threadCpuUsage();
    for (const answer of answers) {
      const told = foldProfile(identity, answer).provenance['emails'] ?? [];
      expect(told.at(-1)?.observedAt).toBe(told.length);
    }
    const { user, system } = process.threadCpuUsage(begun);
    return user + system;
  };
  // Each is folded once, as the times are looked up anew for another answer; the least of several, as others work beside it.
  const least = (answers: number, values: number): number =>
    Math.min(...Array.from({ length: 3 }, () => costOf(Array.from({ length: answers }, () => answerOf(values)))));
  // Compared all with all they took over thirty times as long. So many, as the system counts in steps of milliseconds.
  expect(least(10, 8000)).toBeLessThan(8 * least(400, 200));
});
