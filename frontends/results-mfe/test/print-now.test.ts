import { beforeEach, expect, it } from '@jest/globals';
import { fakeBrowser } from '../../../packages/ui/test/browser.ts';
import { printNow } from '../src/features/print/print-now.ts';

let events: string[];
const printWith = (print: () => void): void => {
  Object.assign(window, { print });
  printNow(() => events.push('done'));
  events.push('went on');
};

beforeEach(() => {
  fakeBrowser();
  events = [];
});

it('is done with the paper once the dialog is closed, where the browser waits for that', () => {
  printWith(() => window.dispatchEvent(new Event('afterprint')));
  expect(events).toEqual(['done', 'went on']);
});

it.each(['afterprint', 'pointerdown', 'keydown'])(
  'keeps the paper where the browser does not wait, until %s, and is done once',
  (ending) => {
    printWith(() => events.push('drawn later'));
    expect(events).toEqual(['drawn later', 'went on']);
    window.dispatchEvent(new Event(ending));
    window.dispatchEvent(new Event('afterprint'));
    window.dispatchEvent(new Event('keydown'));
    expect(events).toEqual(['drawn later', 'went on', 'done']);
  },
);
