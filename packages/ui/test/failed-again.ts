import { expect, it } from '@jest/globals';
import { markupOf, wordsOf } from './markup.ts';
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

/** What is read where these calls were never answered, but refused with `error`; others were answered. */
export function wordsOnceRefused(
  node: ReactNode,
  keys: readonly (readonly unknown[])[],
  answers: Answers = [],
  error: Error = noAnswer,
): string {
  // Else it would be under way again, as where a part comes to be anew.
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  for (const [key, data] of answers) client.setQueryData(key, data);
  for (const queryKey of keys) client.getQueryCache().build(client, { queryKey }).setState({ status: 'error', error });
  return wordsOf(createElement(QueryClientProvider, { client }, node));
}

/** The markup once a call was refused with `noAnswer`, while it is asked again, and once it was answered then. */
export async function markupAskedAgain(node: ReactNode, queryKey: readonly unknown[], data: unknown) {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, retry: false } } });
  const markup = (): string => markupOf(createElement(QueryClientProvider, { client }, node));
  await client.fetchQuery({ queryKey, queryFn: () => Promise.reject(noAnswer) }).catch(() => undefined);
  const refused = markup();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const asked = client.fetchQuery({ queryKey, queryFn: () => promise });
  const again = markup();
  resolve(data);
  await asked;
  return { refused, again, answered: markup() };
}

export const OLD = 'This could not be loaded again, so what is shown may be old.';

/** A part of a screen, what it was answered, and words that it then shows. */
export type ShownPart = readonly [what: string, node: ReactNode, answers: Answers, shows: string];

/** Each of these parts stays when it could not be loaded again, and says so once; as long as it could, it says nothing of that. */
export const partsSayThatTheyMayBeOld = (parts: readonly ShownPart[]): void =>
  it.each([...parts])('the %s that could not be loaded again stays, and says that it may be old', (...part) => {
    const [, node, answers, shows] = part;
    const words = wordsOnceAnswered(node, answers, noAnswer);
    expect(words.split(OLD)).toHaveLength(2);
    expect(words).toContain(shows);
    const loaded = wordsOnceAnswered(node, answers, null);
    expect(loaded).toContain(shows);
    expect(loaded).not.toContain('may be old');
  });
