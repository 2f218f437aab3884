import { beforeEach, expect, it } from '@jest/globals';
import { useCombobox } from '../src/components/use-combobox.ts';
import { fakeBrowser } from './browser.ts';
import { runHook } from './run-hook.ts';

const options = [7, 8];
let picked: number[];
/** How often the browser was kept from doing what Enter does by itself. */
let kept: number;
const enter = {
  key: 'Enter',
  preventDefault: () => {
    kept += 1;
  },
};

beforeEach(() => {
  fakeBrowser();
  picked = [];
  kept = 0;
});

/** A field for which options are on their way. */
const field = () =>
  runHook(
    ({ options, coming }: { options: readonly number[]; coming: boolean }) =>
      useCombobox({ options, keyOf: String, onPick: (one) => picked.push(one), open: options.length > 0, coming }),
    { options: [], coming: true },
  );

it('when Enter comes before the options, then it waits and takes the first, once', () => {
  const box = field();
  box.now().field.onKeyDown(enter);
  box.give({ options: [], coming: true });
  expect([picked, kept]).toEqual([[], 1]);
  box.give({ options, coming: false });
  box.give({ options: [8], coming: false });
  expect(picked).toEqual([7]);
  box.end();
});

it('when the text is another one meanwhile, or nothing came, then it takes none', () => {
  const changed = field();
  changed.now().field.onKeyDown(enter);
  changed.now().reset();
  changed.give({ options, coming: false });
  const none = field();
  none.now().field.onKeyDown(enter);
  none.give({ options: [], coming: false });
  none.give({ options, coming: false });
  expect(picked).toEqual([]);
  changed.end();
  none.end();
});
