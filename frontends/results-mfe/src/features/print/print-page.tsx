import { limits } from '@numscope/contracts';
import {
  Button,
  ErrorState,
  Link,
  readCriteria,
  Skeleton,
  StaleNote,
  StateBlock,
  useCall,
  useQueryState,
  useSession,
} from '@numscope/ui';
import { IconPrinter } from '@tabler/icons-react';
import { foundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import { filterFields, resultsView } from '../results/results-view.ts';
import { searchBody } from '../results/use-found.ts';
import { usePrintTime } from './use-print-time.ts';
import { PrintSheet } from './print-sheet.tsx';

/** The results of the search in the address as a paper page, at most 1000 of them. */
export default function PrintPage() {
  const [view] = useQueryState(resultsView);
  const session = useSession();
  const at = usePrintTime();
  const criteria = readCriteria(view.q, filterFields);
  const query = useCall(
    'searchProfiles',
    { body: { ...searchBody(criteria, view.sort), page: 0, size: limits.exportProfiles } },
    { quiet: true },
  );
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? <Skeleton rows={15} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="rs-print-page">
      <div className="ns-row ns-noprint rs-print-bar">
        <Link className="ns-btn" to={`/ext/results${location.search}`}>
          {texts('back')}
        </Link>
        <Button kind="primary" onClick={() => window.print()}>
          <IconPrinter size={14} stroke={1.8} aria-hidden />
          {texts('print')}
        </Button>
      </div>
      <StaleNote query={query} />
      {data.content.length === 0 ? (
        <>
          <h1 className="ns-sr">{texts('profiles', { count: 0 })}</h1>
          <StateBlock kind="empty" title={texts('noneMatch')} />
        </>
      ) : (
        <PrintSheet profiles={data.content} total={foundTotal(data)} user={session?.userName ?? ''} at={at} />
      )}
    </div>
  );
}
