import './merge-dialog.css';
import { type Job, messages } from '@numscope/contracts';
import { ActionDialog, callApi, formatCount, notify, translate } from '@numscope/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { Field, FormFailure } from '../create/job-fields.tsx';
import { JobPicker } from '../create/job-picker.tsx';
import { useFirstPage } from '../create/use-finish-job.ts';
import { useSending } from '../create/use-sending.ts';
import { keepJob } from './keep-job.ts';

interface MergeProps {
  jobs: readonly Job[];
  onDone: () => void;
  onClose: () => void;
}

/** Lets the phones of jobs join another one, after a confirmation that says what happens. */
export default function MergeDialog({ jobs, onDone, onClose }: MergeProps) {
  const id = useId();
  const client = useQueryClient();
  const toFirstPage = useFirstPage();
  const [target, setTarget] = useState<Job | null>(null);
  const [tried, setTried] = useState(false);
  const { busy, failure, send } = useSending();
  const [only] = jobs;
  const accepts = (job: Job): boolean =>
    !jobs.some((one) => one.id === job.id) &&
    job.parentNumber === null &&
    !['CANCELED', 'DELETED', 'MERGED'].includes(job.status);
  const merge = async (): Promise<void> => {
    setTried(true);
    await send(async () => {
      if (target === null) return;
      const body = { sourceNumbers: jobs.map((job) => job.number), targetNumber: target.number };
      keepJob(client, await callApi('mergeJobs', { body }, { quiet: true }));
      notify('success', messages.jobMerged, messages.mergeJobTitle);
      toFirstPage();
      void client.invalidateQueries({ queryKey: ['getJob'] });
      onDone();
      onClose();
    });
  };
  const effect = (): string => {
    if (target === null) return texts('mergeChoose');
    if (jobs.length > 1) return texts('mergeEffectMany', { count: jobs.length, target: target.number });
    return texts('mergeEffectOne', {
      count: only?.totalPhoneNumbers ?? 0,
      number: only?.number ?? '',
      target: target.number,
    });
  };
  return (
    <ActionDialog
      title={translate(messages.confirmMergeJob)}
      onClose={onClose}
      action={texts('mergeConfirm')}
      busy={busy}
      onClick={() => void merge()}
    >
      <div className="ns-form jb-merge">
        <ul className="jb-merge-list">
          {jobs.map((job) => (
            <li key={job.id}>
              <span className="ns-t3 ns-num">{job.number}</span>
              <span className="ns-b ns-grow ns-clip">{job.name}</span>
              <span className="ns-t2 ns-num">{formatCount(job.totalPhoneNumbers)}</span>
            </li>
          ))}
        </ul>
        <Field
          id={id}
          label={texts('mergeInto')}
          hint={effect()}
          fault={tried && target === null ? texts('noTarget') : undefined}
        >
          <JobPicker
            id={id}
            value={target}
            onChange={setTarget}
            accepts={accepts}
            placeholder={texts('findJob')}
            disabled={busy}
          />
        </Field>
        <FormFailure failure={failure} />
      </div>
    </ActionDialog>
  );
}
