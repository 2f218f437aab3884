import type { AuditEntry } from '@numscope/contracts';
import { CopyButton, formatPrecise, formatUtc, SidePanel } from '@numscope/ui';
import { JsonView } from '../../components/json-view.tsx';
import { texts } from '../../texts/texts.ts';
import { Who } from './audit-columns.tsx';
import { OutcomeMark, refusal } from './outcome-mark.tsx';

/** One entry whole: its arguments pretty-printed, and where it stands. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const refused = entry.outcome !== 'OK';
  return (
    <SidePanel
      label={texts('entryOf', { id: entry.id })}
      onClose={onClose}
      bar={
        <>
          <span className="ns-tag">{entry.actionType}</span>
          <OutcomeMark outcome={entry.outcome} />
        </>
      }
    >
      <div className="ad-panel-title">{entry.details}</div>
      <section className="ns-sect ad-panel-first">
        <div className="ns-sect-head">
          <h3>{texts('entry')}</h3>
        </div>
        <dl className="ad-facts ns-num">
          <dt>{texts('number')}</dt>
          <dd className="ns-mono">{entry.id}</dd>
          <dt>{texts('local')}</dt>
          <dd>{formatPrecise(entry.createdTimestamp)}</dd>
          <dt>{texts('utc')}</dt>
          <dd>{formatUtc(entry.createdTimestamp)}</dd>
          <dt>{texts('user')}</dt>
          <dd>
            <Who name={entry.username} />
          </dd>
          <dt>{texts('address')}</dt>
          <dd>{entry.ip}</dd>
          {refused ? (
            <>
              <dt>{texts('code')}</dt>
              <dd className="ns-mono">{entry.outcome}</dd>
              <dt>{texts('outcome')}</dt>
              <dd>{refusal(entry.outcome).message}</dd>
            </>
          ) : null}
        </dl>
      </section>
      <section className="ns-sect">
        <div className="ns-sect-head">
          <h3>{texts('argumentsMasked')}</h3>
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
    </SidePanel>
  );
}
