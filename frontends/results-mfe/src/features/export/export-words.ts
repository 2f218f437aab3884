import type { Word } from '@numscope/ui';
import { holderReasonWords } from '../../domain/holder-reasons.ts';
import type { texts } from '../../texts/texts.ts';
import { profileColumns } from './profile-columns.ts';

type ExportWord = Word<typeof texts>;

/** What a worker needs of the catalogs, which it has not itself; values in `{}` are filled in there. */
export type ExportWords = Readonly<Record<string, string>>;

const others: readonly ExportWord[] = [
  'yes',
  'no',
  'male',
  'female',
  'noName',
  'madeUpPerson',
  'madeUp',
  'madeUpCount',
  'exportTitle',
  'exportAbout',
  'exportOf',
  'exportOfAtLeast',
  'provenance',
  'provenanceField',
  'provenanceAsked',
  'provenanceObserved',
  'kindValue',
  'fieldSource',
  'phone',
  'cached',
  'photoColumn',
  'heldUntil',
  'otherScript',
  'otherScriptNote',
];

/** @param say the catalogs of the page */
export const exportWords = (say: (word: ExportWord) => string): ExportWords =>
  Object.fromEntries(
    [...others, ...Object.values(holderReasonWords), ...profileColumns.map(({ header }) => header)].map((word) => [
      word,
      say(word),
    ]),
  );
