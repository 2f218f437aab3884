import type { CallInput } from '@numscope/client';
import type { Job, SocketMessage } from '@numscope/contracts';
import { callKey } from '@numscope/ui';
import type { QueryClient } from '@tanstack/react-query';
import { keepJob, showingJobs } from '../actions/keep-job.ts';
import { Reload } from './reload.ts';

/** The jobs that run now, for the line above the list. */
export const runningInput = {
  body: { page: 0, size: 100, status: ['IN_PROGRESS'] },
} as const satisfies CallInput<'searchJobs'>;

/** What this caller may do stands in its own answer; the many messages of progress do not change it. */
const keepActions = (old: Job, news: Job): Job => ({ ...news, actions: old.actions });

/** What is shown of one job and does not stand in the job itself. */
const besideJob = ({ id, number }: Job): ReadonlyArray<readonly unknown[]> => {
  const params = { number: String(number) };
  return [
    callKey('jobPhones', { params: { id }, body: {} }),
    ...(['jobProgress', 'jobSources', 'jobPasses', 'comparePasses'] as const).map((call) => callKey(call, { params })),
  ];
};

/**
 * Puts the server's news of jobs into what is shown, row by row, so that nothing moves and nothing is loaded again for
 * a number. Only a job that is new or gone loads the list again, and one that changed while an answer was on its way,
 * which may be from before and would stay on the screen.
 */
export class LiveJobs {
  readonly #client: QueryClient;
  readonly #list: Reload;
  readonly #all: Reload;
  readonly #running: Reload;

  constructor(client: QueryClient) {
    this.#client = client;
    this.#list = new Reload(client, [callKey('searchJobs')]);
    this.#all = new Reload(
      client,
      showingJobs.map((call) => callKey(call)),
    );
    this.#running = new Reload(client, [callKey('searchJobs', runningInput)]);
  }

  hear(message: SocketMessage): void {
    if (message.type === 'ready') this.#all.want();
    else if (message.type === 'job.deleted') this.#deleted(message.data.number);
    else if (message.type === 'job.progress') keepJob(this.#client, message.data, keepActions);
    else if (message.type === 'job.updated') this.#updated(message.data);
  }

  stop(): void {
    for (const reload of [this.#list, this.#all, this.#running]) reload.stop();
  }

  #deleted(number: number): void {
    this.#list.want();
    const isOfIt = (job: unknown): boolean =>
      typeof job === 'object' && job !== null && 'number' in job && job.number === number;
    // Where it is open, its answer is now that there is none.
    void this.#client.invalidateQueries({
      queryKey: callKey('getJob'),
      predicate: ({ state }) => isOfIt(state.data),
    });
  }

  #updated(job: Job): void {
    const known = keepJob(this.#client, job);
    const isSubTask = job.parentNumber !== null;
    // It began, rests or has ended: what is asked every few seconds while it runs would stay as it was before the end.
    if (!isSubTask) for (const queryKey of besideJob(job)) void this.#client.invalidateQueries({ queryKey });
    if (showingJobs.some((call) => this.#client.isFetching({ queryKey: callKey(call) }) > 0)) this.#all.want();
    else if (!isSubTask && known) this.#running.want();
    else if (!isSubTask) this.#list.want();
  }
}
