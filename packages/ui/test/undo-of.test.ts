import { expect, it } from '@jest/globals';
import { undoOf } from '../src/notify/undo-of.ts';

it('takes back only what leaves a job as it was', () => {
  const running = { status: 'IN_PROGRESS', nextPassAt: null } as const;
  expect(undoOf('PAUSE', running)).toBe('PLAY');
  expect(undoOf('PAUSE', { status: 'SCHEDULED', nextPassAt: null })).toBe('PLAY');
  expect(undoOf('PLAY', { status: 'PAUSED', nextPassAt: null })).toBe('PAUSE');
  expect(undoOf('PAUSE', { status: 'SCHEDULED', nextPassAt: 5 })).toBeNull();
  expect(undoOf('PAUSE', { status: 'CREATED', nextPassAt: null })).toBeNull();
  expect(undoOf('PLAY', { status: 'DONE', nextPassAt: null })).toBeNull();
  expect(undoOf('STOP', running)).toBeNull();
});
