import { expect, it } from '@jest/globals';
import type { SourceFields } from '@numscope/contracts';
import { saidOfHolder } from '../src/domain/said-of-holder.ts';

it('an answer is read once, however many it is compared with', () => {
  let reads = 0;
  const fields: SourceFields = {
    get emails() {
      reads += 1;
      return ['a@mail.example'];
    },
  };
  expect(saidOfHolder(fields)).toBe(saidOfHolder({ emails: ['a@mail.example'] }));
  expect(saidOfHolder(fields)).toBe(saidOfHolder(fields));
  expect(reads).toBe(1);
});

it('what says nothing of the holder is remembered as that', () => {
  const fields: SourceFields = { city: 'Nukus' };
  expect([saidOfHolder(fields), saidOfHolder(fields)]).toEqual([null, null]);
});
