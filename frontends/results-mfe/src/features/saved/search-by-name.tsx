import { navigate, NotLoaded, writeCriteria } from '@numscope/ui';
import { useEffect } from 'react';
import { texts } from '../../texts/texts.ts';
import { foundPath, useSavedSearches, viewOf } from './use-saved-searches.ts';

/** `/ext/results/{name}` with a name instead of a number: the own saved search of that name, else a search for people of that name. */
export function SearchByName({ name }: { name: string }) {
  const { searches, error, refetch } = useSavedSearches();
  useEffect(() => {
    if (searches === undefined) return;
    const saved = searches.find((one) => one.name === name);
    const byName = { q: writeCriteria({ items: [{ field: 'name', value: name }], must: [] }) };
    navigate(foundPath(saved === undefined ? byName : viewOf(saved)), { replace: true });
  }, [name, searches]);
  // What is found leads on from here.
  return <NotLoaded query={{ error: searches === undefined ? error : null, refetch }} title={texts('savedFailed')} />;
}
