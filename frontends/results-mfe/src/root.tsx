import './styles/common.css';
import { matchPath } from '@numscope/contracts/constants';
import { Skeleton, useLocation, useQueryState, lazyPart, PartFallback } from '@numscope/ui';
import { comparedPhones, mayCompare } from './domain/compared-phones.ts';
import { phoneOf } from './domain/phone-of.ts';
import { ResultsPage } from './features/results/results-page.tsx';
import { useDeselectGone } from './features/results/use-deselect-gone.ts';
import { useImported } from './features/results/use-imported.ts';
import { resultsView } from './features/results/results-view.ts';
import { SearchByName } from './features/saved/search-by-name.tsx';
import { texts } from './texts/texts.ts';

const ProfilePage = lazyPart(() => import('./features/profile/profile-page.tsx'));
const ComparePage = lazyPart(() => import('./features/compare/compare-page.tsx'));
const PrintPage = lazyPart(() => import('./features/print/print-page.tsx'));

/** Which screen of this remote a path shows. */
export function Root() {
  const { pathname } = useLocation();
  useImported();
  useDeselectGone();
  const [view, setView] = useQueryState(resultsView);
  const dashboard = matchPath('/int', pathname) !== null;
  const name = matchPath('/ext/results/{name}', pathname)?.['name'];
  if (name === 'print') {
    return (
      <PartFallback show={<Skeleton />}>
        <PrintPage />
      </PartFallback>
    );
  }
  const asked = dashboard ? view.profile : (name ?? '');
  const phone = phoneOf(asked);
  if (phone !== null) {
    return (
      <PartFallback show={<Skeleton />}>
        <ProfilePage key={phone} phone={phone} />
      </PartFallback>
    );
  }
  if (name !== undefined) return <SearchByName name={name} />;
  const compared = comparedPhones(view.compare);
  if (compared.length > 0) {
    return (
      <PartFallback show={<Skeleton />}>
        <ComparePage phones={compared} onPhones={(phones) => setView({ compare: mayCompare(phones) ? phones : [] })} />
      </PartFallback>
    );
  }
  return <ResultsPage title={texts(dashboard ? 'dashboard' : 'results')} />;
}
