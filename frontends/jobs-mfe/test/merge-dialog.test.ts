import { beforeAll, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { wordsOnceAnswered } from '../../../packages/ui/test/failed-again.ts';
import { messages } from '@numscope/contracts';
import { loadServerTexts } from '@numscope/ui';
import { createElement } from 'react';
import MergeDialog from '../src/features/actions/merge-dialog.tsx';
import { jobWith } from './jobs.ts';

beforeAll(async () => {
  fakeBrowser().localStorage.setItem('language', 'fr');
  await loadServerTexts();
});

it('asks in the language of the reader whether jobs are to be merged', () => {
  const nothing = (): void => undefined;
  const node = createElement(MergeDialog, { jobs: [jobWith({})], onDone: nothing, onClose: nothing });
  const words = wordsOnceAnswered(node, [], null);
  expect(words).not.toContain(messages.confirmMergeJob);
  expect(words).toMatch(/fusionner/i);
});
