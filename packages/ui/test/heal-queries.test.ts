import { beforeEach, expect, it } from '@jest/globals';
import { ApiFailure } from '@numscope/client';
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { createQueryClient } from '../src/remote/query-client.ts';
import { fakeBrowser } from './browser.ts';

const failure = (status: number, code: string): ApiFailure => new ApiFailure({ status, code, message: code });
const noAnswer = failure(0, 'NO_ANSWER');

/** A query on the screen, whose answers are the test's. */
interface Shown {
  /** What was shown, one after the other. */
  states: string[];
  /** How often it was asked. */
  asked: number;
  /** Resolves once it shows this. */
  shows(state: string): Promise<void>;
}

let client: QueryClient;
let reconnect: () => void;

beforeEach(() => {
  fakeBrowser();
  const numscopeRealtime = {
    onReconnect: (listener: () => void) => {
      reconnect = listener;
    },
  };
  Object.assign(window, { numscopeRealtime });
  client = createQueryClient();
});

function show(name: string, answer: (signal: AbortSignal) => Promise<string>): Shown {
  let wake = (): void => undefined;
  const shown: Shown = {
    states: [],
    asked: 0,
    async shows(state) {
      while (shown.states.at(-1) !== state) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
  const queryFn = ({ signal }: { signal: AbortSignal }): Promise<string> => {
    shown.asked++;
    return answer(signal);
  };
  new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(({ data, error, status }) => {
    const state = status === 'pending' ? status : (error?.message ?? String(data));
    if (shown.states.at(-1) !== state) shown.states.push(state);
    wake();
  });
  return shown;
}

/** The pause before the next try is over. */
const hurry = (): void => void window.dispatchEvent(new Event('online'));

it('shows what failed until it answers, and asks again by itself', async () => {
  let away = true;
  const jobs = show('jobs', async () => {
    if (away) throw noAnswer;
    return 'seven jobs';
  });
  await jobs.shows('NO_ANSWER');
  away = false;
  await jobs.shows('seven jobs');
  // Not for a moment nothing: a focus on 'Retry' would be lost, and a reader's software would read it out anew each time.
  expect(jobs.states).toEqual(['pending', 'NO_ANSWER', 'seven jobs']);
});

it('asks for one thing alone while nothing answers, and for all when that comes', async () => {
  let away = true;
  const answer = async (): Promise<string> => {
    if (away) throw noAnswer;
    return 'here';
  };
  const all = ['jobs', 'users', 'sources'].map((name) => show(name, answer));
  await Promise.all(all.map((one) => one.shows('NO_ANSWER')));
  hurry();
  await new Promise((resolve) => setImmediate(resolve));
  expect(all.map(({ asked }) => asked)).toEqual([2, 1, 1]);
  away = false;
  hurry();
  await Promise.all(all.map((one) => one.shows('here')));
  expect(all.map(({ asked }) => asked)).toEqual([3, 2, 2]);
});

it('tells when a failure has become another one, and leaves those alone that do not pass', async () => {
  let error = noAnswer;
  const job = show('job', async () => {
    throw error;
  });
  const faces = show('faces', async () => {
    throw failure(503, 'FACES_OFF');
  });
  const unknown = show('unknown', async () => {
    throw failure(404, 'NOT_FOUND');
  });
  await Promise.all([job.shows('NO_ANSWER'), faces.shows('FACES_OFF'), unknown.shows('NOT_FOUND')]);
  error = failure(503, 'SERVICE_UNAVAILABLE');
  hurry();
  await job.shows('SERVICE_UNAVAILABLE');
  error = failure(404, 'NOT_FOUND');
  hurry();
  await job.shows('NOT_FOUND');
  hurry();
  await new Promise((resolve) => setImmediate(resolve));
  expect([job.asked, faces.asked, unknown.asked]).toEqual([3, 1, 1]);
});

it('loads everything anew when the line is back, also what hangs in the one that was lost', async () => {
  let away = true;
  const stopped: string[] = [];
  const hanging = show('profile', (signal) => {
    if (!away) return Promise.resolve('new');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stopped.push('profile');
        reject(signal.reason);
      });
    });
  });
  const old = show('audit', async () => (away ? 'old' : 'new'));
  await old.shows('old');
  away = false;
  reconnect();
  await Promise.all([hanging.shows('new'), old.shows('new')]);
  expect(stopped).toEqual(['profile']);
});

it('asks for nothing while nobody looks, and at once when somebody does', async () => {
  let away = true;
  const jobs = show('jobs', async () => {
    if (away) throw noAnswer;
    return 'here';
  });
  await jobs.shows('NO_ANSWER');
  Object.assign(document, { visibilityState: 'hidden' });
  hurry();
  expect(jobs.asked).toBe(1);
  away = false;
  Object.assign(document, { visibilityState: 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
  await jobs.shows('here');
  expect(jobs.asked).toBe(2);
});

it('forgets what is deleted meanwhile, for late news of it and for the next failure, too', async () => {
  let answer = async (): Promise<string> => 'a person';
  const person = show('person', () => answer());
  await person.shows('a person');
  const ask = async (status: number, code: string): Promise<void> => {
    answer = async () => {
      throw failure(status, code);
    };
    void client.invalidateQueries({ queryKey: ['person'] });
    await person.shows(code);
  };
  await ask(404, 'NOT_FOUND');
  expect(client.getQueryData(['person'])).toBeUndefined();
  client.setQueriesData<string>({ queryKey: ['person'] }, (old) => (old === undefined ? old : `${old}, changed`));
  await ask(500, 'INTERNAL');
  expect(client.getQueryData(['person'])).toBeUndefined();
  expect(person.states).toEqual(['pending', 'a person', 'NOT_FOUND', 'pending', 'INTERNAL']);
});
