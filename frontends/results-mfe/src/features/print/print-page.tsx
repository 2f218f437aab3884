import type { Profile } from '@numscope/contracts';
import {
  Button,
  callApi,
  Link,
  NotLoaded,
  readCriteria,
  type SaidPurpose,
  StaleNote,
  StateBlock,
  usePurpose,
  useQueryState,
  useSession,
} from '@numscope/ui';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { foundTotal } from '../../domain/found-total.ts';
import { texts } from '../../texts/texts.ts';
import { filterFields, resultsView } from '../results/results-view.ts';
import { usePrintTime } from './use-print-time.ts';
import { usePrinted } from './use-printed.ts';
import { printProfiles } from './print-profiles.tsx';
import { PrintSheet } from './print-sheet.tsx';

const inOrder = (profiles: readonly Profile[], phones: readonly string[]): Profile[] => {
  const byPhone = new Map(profiles.map((profile) => [profile.phone, profile]));
  return phones.flatMap((phone) => byPhone.get(phone) ?? []);
};

/** The results of the search in the address as a paper page, at most 1000 of them. */
export default function PrintPage() {
  const [view] = useQueryState(resultsView);
  const session = useSession();
  const at = usePrintTime();
  const criteria = readCriteria(view.q, filterFields);
  const { ask, dialog } = usePurpose();
  const [reading, setReading] = useState(false);
  const query = usePrinted(criteria, view.sort);
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} rows={15} />;
  // Paper leaves the product as a file does: what stands on it is asked for as an export, which the audit keeps with its purpose.
  const print = async (said: SaidPurpose): Promise<void> => {
    setReading(true);
    const phones = data.content.map(({ phone }) => phone);
    const profiles = await callApi('exportProfiles', { query: said, body: { phones } }).catch(() => null);
    setReading(false);
    // A refused call has said so itself already.
    if (profiles !== null) printProfiles(inOrder(profiles, phones), criteria, said, foundTotal(data));
  };
  return (
    <div className="rs-print-page">
      <div className="ns-row ns-noprint rs-print-bar">
        <Link className="ns-btn" to={`/ext/results${location.search}`}>
          {texts('back')}
        </Link>
        {data.content.length === 0 ? null : (
          <Button kind="primary" busy={reading} onClick={() => ask(texts('print'), (said) => void print(said))}>
            <IconPrinter size={14} stroke={1.8} aria-hidden />
            {texts('print')}
          </Button>
        )}
        {dialog}
      </div>
      <StaleNote query={query} />
      {data.content.length === 0 ? (
        <>
          <h1 className="ns-sr">{texts('profiles', { count: 0 })}</h1>
          <StateBlock kind="empty" title={texts('noneMatch')} />
        </>
      ) : (
        <PrintSheet
          profiles={data.content}
          total={foundTotal(data)}
          criteria={criteria}
          user={session?.userName ?? ''}
          at={at}
        />
      )}
    </div>
  );
}
