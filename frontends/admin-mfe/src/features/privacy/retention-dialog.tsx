import './retention-dialog.css';
import { type CountOfOld, limits, type Retention, type RetentionRun } from '@numscope/contracts';
import {
  ActionDialog,
  ErrorState,
  formatCount,
  formatMoment,
  formatMomentAlone,
  notify,
  NotLoaded,
  typedForm,
  useAction,
  useCall,
} from '@numscope/ui';
import { useId, useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { texts } from '../../texts/texts.ts';
import { daysOf, type Kind, kinds, least, type Written, writtenOf } from './retention-days.ts';
import { useNextRun } from './use-next-run.ts';

const useTyped = typedForm<Partial<Written>>();

/** How long things are kept: shows what that would remove before it is saved, and what the last runs removed. */
export default function RetentionDialog({ onClose }: { onClose: () => void }) {
  const query = useCall('getRetention', {}, { quiet: true });
  if (query.data !== undefined) return <RetentionForm set={query.data} onClose={onClose} />;
  return (
    <ActionDialog title={texts('retention')} width={640} onClose={onClose} action={texts('retentionSave')} disabled>
      <NotLoaded query={query} rows={6} />
    </ActionDialog>
  );
}

function RetentionForm({ set, onClose }: { set: Retention; onClose: () => void }) {
  const [typed, setTyped] = useTyped('', () => ({}));
  // What nobody typed is as others left it.
  const written = { ...writtenOf(set.days), ...typed };
  const id = useId();
  const save = useAction('setRetention', {
    quiet: true,
    invalidates: ['getRetention'],
    onSuccess: () => {
      notify('success', texts('retentionSaved'));
      onClose();
    },
  });
  const wrong = kinds.filter((kind) => daysOf(kind, written[kind]) === undefined);
  // Not at each key: the audit keeps what was asked.
  const [shown, setShown] = useState(written);
  // Saved before it was shown what that removes: only then is it saved by a second press.
  const [held, setHeld] = useState(false);
  const preview = useNextRun({ set, shown, written });
  const submit = (): void => {
    const [first] = wrong;
    if (first !== undefined) return document.getElementById(id + first)?.focus();
    if (preview.isUnseen) {
      setShown(written);
      return setHeld(true);
    }
    const days = (kind: Kind): number | null => daysOf(kind, written[kind]) ?? null;
    save.mutate({ body: { observations: days('observations'), jobs: days('jobs'), audit: days('audit') } });
  };
  return (
    <FormDialog
      title={texts('retention')}
      width={640}
      onClose={onClose}
      action={texts('retentionSave')}
      busy={save.isPending}
      className="ad-form"
      refused={save.error && save.error.message}
      onSubmit={submit}
      below={
        <>
          {preview.error ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null}
          {preview.next === undefined ? null : <Next next={preview.next} />}
          {set.runs.length === 0 ? null : <Runs runs={set.runs} />}
        </>
      }
    >
      <p>{texts('retentionHint')}</p>
      {kinds.map((kind) => (
        <TextInput
          key={kind}
          id={id + kind}
          label={texts(`retention_${kind}`)}
          inputMode="numeric"
          maxLength={5}
          placeholder={texts('retentionForGood')}
          value={written[kind]}
          fault={
            wrong.includes(kind)
              ? texts('retentionWrong', { least: least[kind], most: formatCount(limits.retentionDays) })
              : undefined
          }
          hint={texts(`retentionHint_${kind}`)}
          onBlur={() => setShown(written)}
          onChange={(text) => {
            setTyped({ ...typed, [kind]: text });
            setHeld(false);
          }}
        />
      ))}
      {held ? (
        <p className="ns-note" data-tone="warn" role="alert">
          {texts('retentionSeeFirst')}
        </p>
      ) : null}
    </FormDialog>
  );
}

const countWords = ({ count, atLeast }: CountOfOld): string =>
  atLeast ? texts('retentionAtLeast', { count: formatCount(count) }) : formatCount(count);

/** What the next run would remove by what stands in the form. */
function Next({ next }: { next: Retention['next'] }) {
  const rows = [
    ['retained_jobs', next.jobs],
    ['retained_observations', next.observations],
    ['retained_changed', next.profiles],
    ['retained_auditEntries', next.auditEntries],
  ] as const;
  return (
    <>
      <table className="ns-mini ad-retention">
        <caption className="ns-sm ns-t2">
          {next.at === null ? texts('retentionNone') : texts('retentionPreview', { time: formatMoment(next.at) })}
        </caption>
        <tbody>
          {rows.map(([place, count]) => (
            <tr key={place}>
              <td>{texts(place)}</td>
              <td className="ns-num">{countWords(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {next.auditSetting === null ? null : (
        <p className="ns-hint">{texts('retentionAuditSetting', { days: next.auditSetting })}</p>
      )}
    </>
  );
}

/** What the last runs removed. */
function Runs({ runs }: { runs: readonly RetentionRun[] }) {
  const places = ['jobs', 'observations', 'folded', 'profiles', 'auditEntries'] as const;
  return (
    <table className="ns-mini ad-retention">
      <caption className="ns-sm ns-t2">{texts('retentionRuns')}</caption>
      <thead>
        <tr>
          <th scope="col">{texts('retentionRun')}</th>
          {places.map((place) => (
            <th key={place} scope="col">
              {texts(`retained_${place}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {runs.map(({ startedAt, finishedAt, removed }) => (
          <tr key={startedAt}>
            <td>{finishedAt === null ? texts('retentionGoesOn') : formatMomentAlone(startedAt)}</td>
            {places.map((place) => (
              <td key={place} className="ns-num">
                {formatCount(removed[place])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
