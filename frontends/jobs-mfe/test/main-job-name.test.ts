import { expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { MAIN_JOB } from '@numscope/contracts';
import { t } from '@numscope/ui';
import { nameOf } from '../src/domain/job-pace.ts';

it('calls the main job in the language that was chosen, and by its own name once it has one', async () => {
  fakeBrowser().localStorage.setItem('language', 'ru');
  await t.load();
  expect(nameOf({ name: MAIN_JOB, mainJob: true })).toBe('Основное задание');
  expect(nameOf({ name: 'Standing', mainJob: true })).toBe('Standing');
  expect(nameOf({ name: MAIN_JOB, mainJob: false })).toBe(MAIN_JOB);
});
