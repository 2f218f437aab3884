import { matchPath, useLocation } from '@numscope/ui';
import { ResultsPage } from './features/results/results-page.tsx';
import { texts } from './texts/texts.ts';

/** Which screen of this remote a path shows. */
export function Root() {
  const { pathname } = useLocation();
  const dashboard = matchPath('/int', pathname) !== null;
  return <ResultsPage title={texts(dashboard ? 'dashboard' : 'results')} />;
}
