import { howToWrite, tableOf } from './documents.ts';
import { operators, secondsOf } from './keystroke-level.ts';
import type { Deed } from './recorded-hand.ts';

/** A task that was done, and by what. */
export interface DoneTask {
  task: string;
  /** Where it begins. */
  from: string;
  way: string;
  deeds: readonly Deed[];
}

export const clicksOf = (deeds: readonly Deed[]): number => deeds.filter((deed) => deed === 'click').length;

const lineOf = ({ task, from, way, deeds }: DoneTask): string[] => {
  const clicks = clicksOf(deeds);
  return [task, from, way, String(clicks), String(deeds.length - clicks), secondsOf(deeds).toFixed(1)];
};

const { K, P, B, H, M } = operators;

/** docs/console/tasks.md. */
export const tasksDocument = (done: readonly DoneTask[], most: number): string => `# Ten tasks, counted

Each was done in a browser by \`e2e/test/console/tasks.test.ts\` from the first screen after the login, until its answer stood on the screen. The page counted the presses
of the mouse and of the keys. None may take more than ${most} clicks: one that does fails the suite, and so does a line below that is not what was counted.
\`${howToWrite('console/tasks')}\` makes this page anew.

${tableOf(['Task', 'From', 'Way', 'Clicks', 'Keys', 'Seconds'], done.map(lineOf), 3)}

Seconds are not those of a clock, which would tell of the machine, but of the keystroke-level model[^klm] for somebody who knows the way: ${K} s a key (40 words a
minute), ${P} s to point, ${B} s to press a button of the mouse and ${B} s to let it go, ${H} s from the mouse to the keys or back, and ${M} s to think
before each click and before each run of keys. Waiting for an answer and reading it are not in them.

[^klm]: S. K. Card, T. P. Moran, A. Newell: The keystroke-level model for user performance time with interactive systems. Communications of the ACM 23 (1980), 396–410. The button of the mouse after D. Kieras (2001).
`;
