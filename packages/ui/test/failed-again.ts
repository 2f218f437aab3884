import { wordsOf } from './markup.ts';
import { ApiFailure } from '@numscope/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactNode } from 'react';

/** What a call fails with while nothing answers. */
export const noAnswer = new ApiFailure({
  status: 0,
  code: 'NO_ANSWER',
  message: 'The server does not answer',
  requestId: 'r-1',
});

type Answers = ReadonlyArray<readonly [key: readonly unknown[], data: unknown]>;

/** What is read where calls were answered once, and were refused with `error` when they were made again; null: they were not. */
export function wordsOnceAnswered(node: ReactNode, answers: Answers, error: Error | null, path = '/'): string {
  const client = new QueryClient();
  for (const [key, data] of answers) {
    client.setQueryData(key, data);
    if (error !== null) client.getQueryCache().find({ queryKey: key })?.setState({ status: 'error', error });
  }
  return wordsOf(createElement(QueryClientProvider, { client }, node), path);
}
