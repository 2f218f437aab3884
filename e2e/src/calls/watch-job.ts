import { calls, Job, type JobStatus, SocketMessage } from '@numscope/contracts';
import { WebSocket } from 'ws';
import type { Api } from './api.ts';

/**
 * Resolves with the job once `reached` says so: told by the product's websocket, as the console is. Asks once at the beginning, in case it
 * was reached before the line stood.
 */
export async function jobReaches(
  api: Api,
  number: number,
  reached: (job: Job) => boolean,
  limitMs = 120_000,
): Promise<Job> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/api/mm-websocket`);
  let last: Job | undefined;
  try {
    return await new Promise<Job>((resolve, reject) => {
      const timer = setTimeout(async () => {
        const now = await api.call(calls.getJob, { params: { number } }).catch(String);
        const seen = `last heard: ${JSON.stringify(last)}; asked now: ${JSON.stringify(now)}`;
        reject(new Error(`job ${number} did not get there; ${seen}`));
      }, limitMs);
      timer.unref();
      const look = (job: Job): void => {
        last = job;
        if (job.number === number && reached(job)) resolve(job);
      };
      socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token: api.token })));
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('the websocket was closed')));
      socket.on('message', (data) => {
        const message = SocketMessage.parse(JSON.parse(String(data)));
        if (message.type === 'ready')
          void api.call(calls.getJob, { params: { number } }).then((job) => look(Job.parse(job)), reject);
        else if (message.type === 'job.updated' || message.type === 'job.progress') look(message.data);
      });
    });
  } finally {
    socket.removeAllListeners('close');
    socket.close();
  }
}

export const jobIs = (api: Api, number: number, status: JobStatus, limitMs?: number): Promise<Job> =>
  jobReaches(api, number, (job) => job.status === status, limitMs);
