import { limits } from '@numscope/contracts';
import { type Criteria, type Sorting, useCall } from '@numscope/ui';
import { searchBody } from '../results/use-found.ts';

/** The first profiles of a search, at most 1000. Those of another search would be taken for these, so none stay meanwhile. */
export const usePrinted = (criteria: Criteria, sort: Sorting) =>
  useCall(
    'searchProfiles',
    { body: { ...searchBody(criteria, sort), page: 0, size: limits.exportProfiles } },
    { quiet: true, keep: false },
  );
