import './sources-page.css';
import '../../components/json-view.css';
import type { SourceInfo, SourceState } from '@numscope/contracts';
import {
  Button,
  choiceField,
  DensityMenu,
  Dialog,
  formatCount,
  formatDecimal,
  formatMinute,
  hasModule,
  Link,
  Mark,
  notify,
  Segmented,
  sourceStateKinds,
  StateBlock,
  useCall,
  useQueryState,
  useSession,
  useTableChoice,
} from '@numscope/ui';
import { IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../components/list-page.tsx';
import { texts } from '../../texts/texts.ts';
import { countedSince, inOrder, isOwn, spentOf } from './source-facts.ts';
import { EVERY, SourcesFile } from './sources-file.tsx';
import { SourcesTable } from './sources-table.tsx';
import { useSourcePause, useSourceTests } from './use-source-tests.ts';

const view = { show: choiceField(['all', 'configured', 'off', 'own'], 'all') };

const shows: Record<(typeof view)['show']['fallback'], (source: SourceInfo) => boolean> = {
  all: () => true,
  configured: ({ configured }) => configured,
  off: ({ configured }) => !configured,
  own: isOwn,
};

const summaries = [
  ['CLOSED', 'stateAnswering'],
  ['REFUSED', 'stateRefuses'],
  ['OPEN', 'stateCutOff'],
  ['HALF_OPEN', 'stateTryingAgain'],
  ['WAITING_QUOTA', 'stateWaits'],
  ['PAUSED', 'statePaused'],
] as const satisfies readonly (readonly [SourceState, string])[];

/** All sources, configured or not: how they stand, what they give and what they cost. */
export default function SourcesPage() {
  const [state, setState] = useQueryState(view);
  const [choice, setChoice] = useTableChoice('sources', 'compact');
  const [how, setHow] = useState<string | null>(null);
  const query = useCall('listSources', {}, { quiet: true, every: EVERY });
  const tests = useSourceTests();
  const mayTest = hasModule(useSession(), 'Profiler');
  const pausing = useSourcePause((key, name) => notify('success', texts(key, { name })));
  const all = inOrder(query.data ?? []);
  const on = all.filter(({ configured }) => configured);
  // Not known is not none.
  const count = (show: keyof typeof shows): string =>
    query.data === undefined ? '…' : formatCount(all.filter(shows[show]).length);
  return (
    <div className="ns-page">
      <SourcesFile listFailed={query.error !== null} />
      <ListPage
        title={texts('sources')}
        failed={texts('sourcesFailed')}
        query={query}
        hint={query.data === undefined ? null : <Summary all={all} configured={on.length} />}
        actions={
          query.data === undefined ? null : (
            <>
              <span className="ns-sm ns-t2 ns-num ns-wide">
                <Spent sources={on} at={query.dataUpdatedAt} />
              </span>
              {mayTest ? (
                <Button disabled={on.length === 0} onClick={() => tests.test(on)}>
                  <IconListCheck size={14} stroke={1.8} aria-hidden />
                  {texts('testAll')}
                </Button>
              ) : null}
            </>
          )
        }
        tools={
          <>
            <Segmented
              label={texts('show')}
              value={state.show}
              onChange={(show) => setState({ show })}
              segments={[
                { value: 'all', label: texts('showAll', { count: count('all') }) },
                { value: 'configured', label: texts('showConfigured', { count: count('configured') }) },
                { value: 'off', label: texts('showNotConfigured', { count: count('off') }) },
                { value: 'own', label: texts('showOwn', { count: count('own') }) },
              ]}
            />
            <span className="ns-grow" />
            <span className="ns-sm ns-t2 ns-wide">{texts('order')}</span>
            <DensityMenu choice={choice} onChange={setChoice} />
          </>
        }
        isEmpty={(sources) => !sources.some(shows[state.show])}
        empty={<StateBlock kind="empty" title={texts('noneOfThese')} />}
      >
        {() => (
          <SourcesTable
            at={query.dataUpdatedAt}
            sources={all.filter(shows[state.show])}
            choice={choice}
            tests={tests}
            pausing={pausing}
            onHow={setHow}
          />
        )}
      </ListPage>
      {how === null ? null : (
        <Dialog title={texts('howTitle', { name: how })} width={560} onClose={() => setHow(null)}>
          <Link to={`/ext/sources/${how}`} className="ns-btn" data-kind="primary">
            {texts('writeItHere')}
          </Link>
          <ol className="ad-steps">
            <li>{texts('how1')}</li>
            <li>{texts('how2')}</li>
            <li>{texts('how3')}</li>
          </ol>
          <pre className="ad-pre ns-mono">{exampleOf(how)}</pre>
        </Dialog>
      )}
    </div>
  );
}

/** A source as the sources file has it, to begin with. */
const exampleOf = (name: string): string => `sources:
  ${name}:
    connector: http
    request:
      method: GET
      url: "https://api.example/v1/numbers/{phone}"
      headers: { Authorization: "Bearer \${env:${name}_TOKEN}" }
    answer:
      map: { names: "aliases[].{name: text, type: 'OK'}" }`;

function Summary({ all, configured }: { all: readonly SourceInfo[]; configured: number }) {
  return (
    <>
      <span className="ns-t3 ns-num">{formatCount(all.length)}</span>
      <span className="ns-vr ns-wide" />
      <span className="ns-row ad-summary ns-wide">
        <span className="ns-b">{texts('configured', { count: configured })}</span>
        {summaries.map(([state, word]) => {
          const count = all.filter((source) => source.state === state).length;
          return count === 0 ? null : (
            <Mark key={state} kind={sourceStateKinds[state]}>
              {texts(word, { count })}
            </Mark>
          );
        })}
      </span>
    </>
  );
}

/** What was paid in the last hour, or since the server began. */
function Spent({ sources, at }: { sources: readonly SourceInfo[]; at: number }) {
  const since = countedSince(sources, at);
  const amount = formatDecimal(spentOf(sources), 2);
  return since === null ? texts('spent', { amount }) : texts('spentSince', { amount, time: formatMinute(since) });
}
