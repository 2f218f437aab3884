import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { fakeBrowser } from './browser.ts';
import { type RunHook, runHook } from './run-hook.ts';

export interface RunCalls<P, R> extends RunHook<P, R> {
  /** Answers the call that was made as the `nth`, from 0 on, without a body where the status is 204; waits until it is made. */
  answer: (nth: number, body: unknown, status?: number) => Promise<void>;
  /** Whether the call that was made as the `nth` was given up. */
  isGivenUp: (nth: number) => boolean;
}

/** Runs a hook that asks the server, which answers once the test says so; `end` gives the real `fetch` back. */
export function runCalls<P extends object, R>(hook: (values: P) => R, first: NoInfer<P>): RunCalls<P, R> {
  fakeBrowser();
  const real = globalThis.fetch;
  const answers: ((response: Response) => void)[] = [];
  let made = (): void => undefined;
  const signals: (AbortSignal | null | undefined)[] = [];
  globalThis.fetch = (_url, init) =>
    new Promise((answer, refuse) => {
      answers.push(answer);
      signals.push(init?.signal);
      made();
      init?.signal?.addEventListener('abort', () => refuse(init.signal?.reason));
    });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const run = runHook<P, R>(hook, first, (hooked) => createElement(QueryClientProvider, { client }, hooked));
  return {
    ...run,
    isGivenUp: (nth) => signals[nth]?.aborted === true,
    answer: async (nth, body, status = 200) => {
      while (answers.length <= nth) {
        await new Promise<void>((resolve) => (made = resolve));
        // What the component does at once beside the call is done then.
        await new Promise((resolve) => setImmediate(resolve));
      }
      answers[nth]?.(status === 204 ? new Response(null, { status }) : Response.json(body, { status }));
    },
    end: () => {
      run.end();
      globalThis.fetch = real;
    },
  };
}
