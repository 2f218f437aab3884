import { expect, it } from '@jest/globals';
import { paletteNote } from '../src/palette/palette-note.ts';

it.each([
  ['jobs are searched for, and nothing is offered yet', null, true, true, 'Searching for jobs'],
  ['jobs are searched for, and something is offered already', null, true, false, 'Searching for jobs'],
  ['all has answered, and nothing is offered', null, false, true, 'Nothing matches'],
  ['all has answered, and something is offered', null, false, false, null],
  ['jobs could not be searched for', 'The server does not answer', false, true, 'The server does not answer'],
])('when %s, then the palette says so', (_case, failure, searching, isEmpty, says) => {
  expect(paletteNote({ failure, searching, isEmpty })).toBe(says);
});
