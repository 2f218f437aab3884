import type { Job, SocketMessage, SourceInfo } from '@numscope/contracts';

type Notice = Extract<SocketMessage, { type: 'notification' }>['data'];

/** Jobs that are named one by one; of more only their number is told. */
const NAMED = 3;

const countWord = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

function ofJob({ number, name, counts }: Job): Notice {
  const { FOUND, NOT_FOUND, FAILED } = counts;
  const failed = FAILED > 0 ? `, ${FAILED} failed` : '';
  const message = `${name}: ${FOUND} found of ${countWord(FOUND + NOT_FOUND + FAILED, 'number')}${failed}`;
  return { level: FAILED > 0 ? 'warning' : 'success', title: `Job ${number} is done`, message };
}

/** That jobs were looked up to their end. */
export const jobsDone = (jobs: readonly Job[]): Notice[] =>
  jobs.length > NAMED ? [{ level: 'success', message: `${countWord(jobs.length, 'job')} are done` }] : jobs.map(ofJob);

/** The source states that a person should hear of, with level and text. Others pass by themselves. */
const words: Readonly<Record<string, { level: Notice['level']; text: string }>> = {
  CLOSED: { level: 'success', text: 'answers again' },
  OPEN: { level: 'warning', text: 'is cut off for now' },
  PAUSED: { level: 'warning', text: 'is paused' },
  REFUSED: { level: 'error', text: 'refuses us, and is not asked any more' },
  WAITING_QUOTA: { level: 'general', text: 'has used up its quota, and waits' },
};

export const isTold = ({ state }: SourceInfo): boolean => Object.hasOwn(words, state);

/** That a source is in another state, and why. */
export function sourceChanged({ name, state, pausedBy, cause, lastError }: SourceInfo): Notice | null {
  const found = words[state];
  if (!found) return null;
  const trouble = cause ?? (state === 'PAUSED' ? null : lastError?.message);
  const why = state === 'CLOSED' ? null : pausedBy === null || state !== 'PAUSED' ? trouble : `by ${pausedBy}`;
  return { level: found.level, title: name, message: `${name} ${found.text}${why ? `: ${why}` : ''}` };
}
