import './create-dialog.css';
import type { Job } from '@numscope/contracts';
import { Dialog, useSettings } from '@numscope/ui';
import { useState } from 'react';
import { draftFaults, draftOf } from '../../domain/job-draft.ts';
import { texts } from '../../texts/opened.ts';
import { JobFields } from './job-fields.tsx';
import { ReviewFoot, usePreflight } from './review-parts.tsx';
import { useFinishJob } from './use-finish-job.ts';

/** A held job before its start: what it would do, and what can still be changed. */
export default function ReviewDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const { requirePurpose } = useSettings();
  const [draft, setDraft] = useState(() => draftOf(job));
  const [tried, setTried] = useState(false);
  const { finish, discard, busy } = useFinishJob();
  const { view, sums } = usePreflight(job, texts('whatIsInJob'), onClose);
  const faults = draftFaults(draft, requirePurpose, {
    purpose: texts('purposeRequired'),
    passes: texts('passCountWrong'),
  });
  const end = async (start: boolean): Promise<void> => {
    setTried(true);
    if (Object.keys(faults).length === 0 && (await finish(job, draft, start))) onClose();
  };
  return (
    <Dialog
      width={1064}
      title={
        <>
          {texts('job', { number: job.number })} <span className="jb-aside ns-sm">{texts('nothingAskedYet')}</span>
        </>
      }
      onClose={onClose}
      footer={
        <ReviewFoot
          job={job}
          busy={busy}
          onDiscard={() => void discard(job).then((done) => (done ? onClose() : undefined))}
          onHold={() => void end(false)}
          onStart={() => void end(true)}
        />
      }
    >
      <div className="jb-two">
        <div>{view}</div>
        <div>
          <JobFields
            focus
            draft={draft}
            faults={tried ? faults : {}}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          <span className="ns-grow" />
          {sums}
        </div>
      </div>
    </Dialog>
  );
}
