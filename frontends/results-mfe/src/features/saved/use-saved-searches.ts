import type { SavedSearch } from '@numscope/contracts';
import { matchPath } from '@numscope/contracts/constants';
import { fromFilters, offerUndo, type Sorting, useAction, useCall, writeCriteria, writeQuery } from '@numscope/ui';
import { phoneOf } from '../../domain/phone-of.ts';
import { texts } from '../../texts/texts.ts';
import { resultsView } from '../results/results-view.ts';

/** The person's own saved searches, and the way to drop one. */
export function useSavedSearches() {
  const query = useCall('listSavedSearches', {}, { quiet: true });
  const remove = useAction('deleteSavedSearch', { invalidates: ['listSavedSearches'] });
  const put = useAction('putSavedSearch', { invalidates: ['listSavedSearches'] });
  return {
    searches: query.data,
    error: query.error,
    refetch: query.refetch,
    /** @param onDeleted before it is offered to take it back */
    remove: ({ id, name, filter }: SavedSearch, onDeleted?: () => void): void =>
      remove.mutate(
        { params: { id } },
        {
          // Under its id, by which others may know it.
          onSuccess: () => {
            onDeleted?.();
            offerUndo(texts('searchDeleted', { name }), () => put.mutate({ params: { id }, body: { name, filter } }));
          },
        },
      ),
  };
}

/** A saved search as it stands in the address. */
const criteriaOf = ({ filter }: SavedSearch): string[] => writeCriteria(fromFilters(filter.filters));

/** Whether the search in the address is this one, whatever the order of its criteria. */
export const isOpen = (saved: SavedSearch, q: readonly string[]): boolean =>
  criteriaOf(saved).toSorted().join('\n') === q.toSorted().join('\n');

/** What the address of the results holds for a saved search: its criteria, and its order where it has one. */
export function viewOf(saved: SavedSearch): { q: string[]; sort?: Sorting } {
  const { sort } = saved.filter;
  return { q: criteriaOf(saved), ...(sort === undefined ? {} : { sort }) };
}

/** The address of a search's results. */
export const foundPath = (view: { q: string[]; sort?: Sorting }): string =>
  `/ext/results${writeQuery(resultsView, '', view)}`;

/**
 * Where a saved search can be found again: by its name, which its criteria may change under; by its criteria where its
 * name names something else there, or another search before it.
 */
export function savedPath(saved: SavedSearch, all: readonly SavedSearch[], pathname: string): string {
  if (matchPath('/ext/results', pathname) === null) return `${pathname}${writeQuery(resultsView, '', viewOf(saved))}`;
  const first = all.find(({ name }) => name === saved.name);
  const another = saved.name === 'print' || phoneOf(saved.name) !== null || first?.id !== saved.id;
  return another ? foundPath(viewOf(saved)) : `/ext/results/${encodeURIComponent(saved.name)}`;
}
