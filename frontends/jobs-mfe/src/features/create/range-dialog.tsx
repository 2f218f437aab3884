import './range-dialog.css';
import { type Job, limits, messages } from '@numscope/contracts';
import { Button, callApi, Dialog, notify, typedForm, useSettings } from '@numscope/ui';
import { useId, useState } from 'react';
import { draftFaults, emptyDraft, fieldsOf, type JobDraft } from '../../domain/job-draft.ts';
import { checkRange } from '../../domain/range-check.ts';
import { texts } from '../../texts/opened.ts';
import { Field, FormFailure, JobFields } from './job-fields.tsx';
import { RegionSelect } from './region-select.tsx';
import ReviewDialog from './review-dialog.tsx';
import { useFirstPage } from './use-finish-job.ts';
import { useSending } from './use-sending.ts';

const useDraft = typedForm<JobDraft>();
const useEnds = typedForm<{ from: string; to: string }>();

/** A new job of the numbers between two ends, checked while they are typed. */
export default function RangeDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const { requirePurpose } = useSettings();
  const [draft, setDraft] = useDraft('', () => emptyDraft);
  const [ends, setEnds] = useEnds('', () => ({ from: '', to: '' }));
  const [tried, setTried] = useState(false);
  const { busy, failure, send } = useSending();
  const [held, setHeld] = useState<Job | null>(null);
  const toFirstPage = useFirstPage();
  if (held !== null) return <ReviewDialog job={held} onClose={onClose} />;

  const faults = draftFaults(draft, requirePurpose, {
    purpose: texts('purposeRequired'),
    passes: texts('passCountWrong'),
  });
  const check = checkRange(ends.from, ends.to);
  // What is still missing is said after the first try; what is wrong is said at once.
  const shown = 'message' in check && (tried || !check.missing) ? check : null;
  const faultOf = (field: 'from' | 'to'): string | undefined => (shown?.field === field ? shown.message : undefined);
  const create = async (hold: boolean): Promise<void> => {
    setTried(true);
    await send(async () => {
      if (Object.keys(faults).length > 0 || 'message' in check) return;
      const { schedule, purpose, ...fields } = fieldsOf(draft);
      const job = await callApi(
        'createJobByRange',
        {
          body: {
            ...fields,
            from: check.first,
            to: check.last,
            hold,
            ...(purpose === '' ? {} : { purpose }),
            ...(schedule === null ? {} : { schedule }),
            ...(draft.region === '' ? {} : { region: draft.region }),
          },
        },
        { quiet: true },
      );
      toFirstPage();
      if (hold) return setHeld(job);
      notify('success', messages.jobQueued, messages.createJobTitle);
      onClose();
    });
  };
  const count =
    'count' in check ? texts('rangeCount', { count: check.count, from: check.first, to: check.last }) : null;
  return (
    <Dialog
      title={texts('createByRange')}
      // A job that comes to be meanwhile would be told of nowhere.
      dismissable={!busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            {texts('cancel')}
          </Button>
          <Button busy={busy} onClick={() => void create(true)}>
            {texts('checkFirst')}
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void create(false)}>
            {texts('createAndStart')}
          </Button>
        </>
      }
    >
      <div className="ns-form">
        <div className="jb-ends">
          {(['from', 'to'] as const).map((field) => (
            <Field
              key={field}
              id={id + field}
              label={texts(field === 'from' ? 'rangeFrom' : 'rangeTo')}
              fault={faultOf(field)}
            >
              <input
                id={id + field}
                className="ns-input ns-num"
                inputMode="tel"
                autoComplete="off"
                value={ends[field]}
                aria-invalid={faultOf(field) !== undefined}
                aria-describedby={`${id}${field}-hint`}
                data-invalid={faultOf(field) === undefined ? undefined : ''}
                onChange={(event) => setEnds({ ...ends, [field]: event.target.value })}
              />
            </Field>
          ))}
        </div>
        <output className="ns-hint ns-num jb-range-count">
          {count ?? texts('rangeHint', { limit: limits.phonesInRange })}
        </output>
        <JobFields
          draft={draft}
          faults={tried ? faults : {}}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
        <RegionSelect value={draft.region} onChange={(region) => setDraft({ ...draft, region })} />
        <FormFailure failure={failure} />
      </div>
    </Dialog>
  );
}
