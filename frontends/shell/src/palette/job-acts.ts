import { type Job, type StatusAction, statusOfAction } from '@numscope/contracts';
import { callApi, notify, offerUndo, undoOf } from '@numscope/ui';
import type { Command } from './commands.ts';
import { words } from './words.ts';

/** What is done without a question; all else asks first, on the screen of the job. */
const acts = ['PAUSE', 'PLAY'] as const satisfies readonly StatusAction[];
type Act = (typeof acts)[number];
const actWords = { PAUSE: 'pauseJob', PLAY: 'playJob' } as const;
const doneWords = { PAUSE: 'jobPaused', PLAY: 'jobPlayed' } as const;

const titleOf = ({ number, name }: Job): string => `${number} ${name}`;

async function run(act: Act, job: Job): Promise<void> {
  const { number } = job;
  try {
    await callApi('setJobStatus', { params: { number: String(number), jobStatus: statusOfAction[act] } });
  } catch {
    // The call has said why.
    return;
  }
  const done = words(doneWords[act], { job: titleOf(job) });
  const undo = undoOf(act, job);
  if (undo === null) notify('success', done);
  else offerUndo(done, () => void run(undo, job));
}

/** What may be done to a job from the palette. */
export const jobActs = (job: Job): Command[] =>
  acts
    .filter((act) => job.actions.includes(act))
    .map((act) => ({
      id: `${act} ${job.id}`,
      group: 'actions',
      label: words(actWords[act], { job: titleOf(job) }),
      run: () => void run(act, job),
    }));

/** The words of a text that name a job: those that begin no word of an act. `pause job 5` is about `5`. */
export function jobWords(text: string): string {
  const ofActs = [words('pauseJob', { job: '' }), words('playJob', { job: '' })]
    .join(' ')
    .toLocaleLowerCase()
    .split(/\s+/);
  const typed = text.split(/\s+/).filter(Boolean);
  const rest = typed.filter((word) => !ofActs.some((own) => own.startsWith(word.toLocaleLowerCase())));
  return (rest.length > 0 ? rest : typed).join(' ');
}
