import type { SavedSearch } from '@numscope/contracts';
import { fromFilters, notify, useAction, useCall, writeCriteria } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** The person's own saved searches, and the way to drop one. */
export function useSavedSearches() {
  const query = useCall('listSavedSearches', {}, { quiet: true });
  const remove = useAction('deleteSavedSearch', { invalidates: ['listSavedSearches'] });
  return {
    searches: query.data,
    error: query.error,
    remove: ({ id, name }: SavedSearch): void =>
      remove.mutate({ params: { id } }, { onSuccess: () => notify('success', texts('searchDeleted', { name })) }),
  };
}

/** A saved search as it stands in the address. */
export const criteriaOf = ({ filter }: SavedSearch): string[] => writeCriteria(fromFilters(filter.filters));

/** Whether the search in the address is this one, whatever the order of its criteria. */
export const isOpen = (saved: SavedSearch, q: readonly string[]): boolean =>
  criteriaOf(saved).toSorted().join('\n') === q.toSorted().join('\n');
