import type { ProvenanceWords, Said } from './export-document.ts';

/** Who says a value and when, in one line: `GETCONTACT 2026-11-20 10:41:07 UTC (cached); ...`. */
export const saidText = (said: readonly Said[], words: ProvenanceWords | null): string =>
  words === null
    ? ''
    : said
        .map(({ source, at, observedAt, cached }) =>
          [
            source,
            at,
            ...(observedAt === null ? [] : [`${words.observed} ${observedAt}`]),
            ...(cached ? [`(${words.cached})`] : []),
          ].join(' '),
        )
        .join('; ');
