import { expect, it } from '@jest/globals';
import { ApiFailure } from '@numscope/client';
import { createElement } from 'react';
import { wordsOf } from '../../../packages/ui/test/markup.ts';
import { Refusal } from '../src/features/create/refusal.tsx';

const said = (failure: ApiFailure): string =>
  wordsOf(createElement(Refusal, { failure, sheet: false, onClean: null, onLeaveOut: () => undefined }));

it('says of an upload that broke what to do now, and of one that was refused what the server says', () => {
  const broke = said(new ApiFailure({ status: 0, code: 'NO_ANSWER', message: 'The upload broke off' }));
  expect(broke).toMatch(/^The connection broke during the upload$/m);
  expect(broke).toMatch(/^Upload the file again once the server answers\. .* the job is in the list already\.$/m);
  const refused = said(new ApiFailure({ status: 415, code: 'NOT_CSV', message: 'Please select CSV file' }));
  expect(refused).toBe('Please select CSV file');
});
