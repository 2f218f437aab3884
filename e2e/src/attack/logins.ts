import { calls } from '@numscope/contracts';
import { once } from 'node:events';
import { request } from 'node:http';
import { Worker } from 'node:worker_threads';

/** One attempt to log in, and this machine's address that it comes from: any of 127.0.0.0/8. */
export interface Attempt {
  username: string;
  password: string;
  from: string;
}

export interface Outcome {
  /** 0: the connection broke. */
  status: number;
  retryAfter: number | null;
}

export interface Answered extends Outcome {
  ms: number;
  token: string | null;
}

function tokenOf(text: string): string | null {
  const answer = calls.login.answer.safeParse(JSON.parse(text || '{}'));
  return answer.success ? answer.data.accessToken : null;
}

/** Logs in over a connection of its own. */
export function logIn(url: string, { from, ...body }: Attempt): Promise<Answered> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const answered = (status: number, retryAfter: string | undefined, text: string): void =>
      resolve({
        status,
        retryAfter: retryAfter === undefined ? null : Number(retryAfter),
        ms: performance.now() - begun,
        token: status === 200 ? tokenOf(text) : null,
      });
    const options = {
      method: 'POST',
      localAddress: from,
      agent: false,
      headers: { 'content-type': 'application/json' },
    };
    const sent = request(new URL(calls.login.path, url), options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => answered(response.statusCode ?? 0, response.headers['retry-after'], text));
      response.on('error', () => answered(0, undefined, ''));
    });
    sent.on('error', () => answered(0, undefined, ''));
    sent.end(JSON.stringify(body));
  });
}

/**
 * Makes ready to send all attempts at once, from a thread of its own, so that they hold up nothing that the test measures.
 * @returns what sends them; it resolves when each was answered
 */
export async function manyLogins(url: string, attempts: readonly Attempt[]): Promise<() => Promise<Outcome[]>> {
  const worker = new Worker(new URL('./logins-thread.ts', import.meta.url), {
    workerData: { url, path: calls.login.path, attempts },
  });
  await once(worker, 'message');
  return async () => {
    worker.postMessage('go', []);
    const [answers] = (await once(worker, 'message')) as [Outcome[]];
    return answers;
  };
}

/** Tries again as often as it is told to wait, as people and programs do. Answers with the last attempt, `ms` from the first on. */
export async function logInPatiently(url: string, attempt: Attempt, limitMs: number): Promise<Answered> {
  const begun = performance.now();
  for (;;) {
    const answer = await logIn(url, attempt);
    const ms = performance.now() - begun;
    if (answer.status !== 429 || ms > limitMs) return { ...answer, ms };
    await new Promise((resolve) => setTimeout(resolve, (answer.retryAfter ?? 1) * 1000));
  }
}
