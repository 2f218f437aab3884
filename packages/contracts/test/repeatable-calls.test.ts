import { expect, it } from '@jest/globals';
import { calls, isRepeatable } from '../src/index.ts';

it('no call that deletes is made again when it was lost on its way, whatever its method', () => {
  expect(isRepeatable(calls.getProfile)).toBe(true);
  expect(isRepeatable(calls.searchJobs)).toBe(true);
  expect(isRepeatable(calls.deleteProfile)).toBe(false);
  expect(isRepeatable(calls.deleteProfileByGet)).toBe(false);
});
