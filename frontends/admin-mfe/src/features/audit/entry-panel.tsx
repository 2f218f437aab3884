import type { AuditEntry } from '@numscope/contracts';
import { CopyButton, formatPrecise, formatUtc, Moment, NotLoaded, SidePanel, StaleNote, useCall } from '@numscope/ui';
import { Fact } from '../../components/fact.tsx';
import { JsonView } from '../../components/json-view.tsx';
import { texts } from '../../texts/texts.ts';
import { Who } from './audit-columns.tsx';
import { type AuditRow, entriesOf } from './audit-rows.ts';
import { sentenceOf } from './audit-sentence.ts';
import { EntryChain } from './entry-chain.tsx';
import { EntryLink } from './entry-link.tsx';
import { OutcomeMark, refusal } from './outcome-mark.tsx';

interface PanelProps {
  id: string;
  /** The line of the page that it is in; undefined: it is on another page. */
  row: AuditRow | undefined;
  onClose: () => void;
}

/** One entry whole, wherever it is: its arguments pretty-printed, and where it stands in the chain. */
export function EntryPanel({ id, row, onClose }: PanelProps) {
  const query = useCall('auditEntry', { params: { id } }, { quiet: true, keep: false });
  const { data } = query;
  const together = row === undefined ? [] : entriesOf(row);
  const entry = data?.entry ?? together.find((one) => one.id === id);
  return (
    <SidePanel
      label={texts('entryOf', { id })}
      onClose={onClose}
      bar={
        entry === undefined ? null : (
          <>
            <span className="ns-tag">{entry.actionType}</span>
            <OutcomeMark outcome={entry.outcome} />
          </>
        )
      }
    >
      <StaleNote query={query} />
      {entry === undefined ? null : <EntryFacts entry={entry} />}
      {data === undefined ? <NotLoaded query={query} title={texts('entryFailed')} /> : null}
      {data?.chain ? <EntryChain chain={data.chain} /> : null}
      {together.length > 1 ? <Together entries={together} /> : null}
    </SidePanel>
  );
}

function Together({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <section className="ns-sect">
      <div className="ns-sect-head">
        <h2>{texts('auditTogether')}</h2>
      </div>
      <ul className="ad-together">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Moment className="ns-sm ns-t3 ns-num ns-nowrap" at={entry.createdTimestamp} precise />{' '}
            <EntryLink entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EntryFacts({ entry }: { entry: AuditEntry }) {
  const refused = entry.outcome !== 'OK';
  return (
    <>
      <div className="ad-panel-title">{sentenceOf(entry)}</div>
      <section className="ns-sect ad-panel-first">
        <div className="ns-sect-head">
          <h2>{texts('entry')}</h2>
        </div>
        <dl className="ad-facts ns-num">
          <Fact name={texts('details')}>
            <span lang="en">{entry.details}</span>
          </Fact>
          <Fact name={texts('number')} mono>
            {entry.id}
          </Fact>
          <Fact name={texts('local')}>{formatPrecise(entry.createdTimestamp)}</Fact>
          <Fact name={texts('utc')}>{formatUtc(entry.createdTimestamp)}</Fact>
          <Fact name={texts('user')}>
            <Who name={entry.username} />
          </Fact>
          <Fact name={texts('address')}>{entry.ip}</Fact>
          {entry.unreadable === undefined ? null : (
            <Fact name={texts('unreadable')} mono>
              {entry.unreadable.join(', ')}
            </Fact>
          )}
          {refused ? (
            <>
              <Fact name={texts('code')} mono>
                {entry.outcome}
              </Fact>
              <Fact name={texts('outcome')}>{refusal(entry.outcome).message}</Fact>
            </>
          ) : null}
        </dl>
      </section>
      <section className="ns-sect">
        <div className="ns-sect-head">
          <h2>{texts('argumentsMasked')}</h2>
          <CopyButton text={JSON.stringify(entry.args, null, 2)} label={texts('copyArguments')} />
        </div>
        {Object.keys(entry.args).length === 0 ? (
          <p className="ns-t3">{texts('noArguments')}</p>
        ) : (
          <pre className="ad-pre ns-mono">
            <JsonView value={entry.args} />
          </pre>
        )}
      </section>
    </>
  );
}
