import { expect, it } from '@jest/globals';
import { type CallName, calls, firstCall, laterCall } from '@numscope/contracts';

const names = Object.keys(calls) as CallName[];

it('has each call among the first ones or the later ones, as it is in the one table', async () => {
  const both: CallName[] = [];
  for (const name of names) {
    const first = firstCall(name);
    const later = await laterCall(name);
    expect(first ?? later).toBe(calls[name]);
    if (first !== undefined && later !== undefined) both.push(name);
  }
  expect(both).toEqual([]);
});

it('has what a page makes before anything is opened among the first ones', () => {
  const asked = ['login', 'finishProviderSignIn', 'consoleSettings', 'needsYou', 'searchJobs', 'logout'] as const;
  expect(asked.filter((name) => firstCall(name) === undefined)).toEqual([]);
});
