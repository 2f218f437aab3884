import './job-passes.css';
import './job-phones.css';
import type { Job, JobPassInfo } from '@numscope/contracts';
import { CountedProgress, Moment, NotLoaded, StaleNote, StateBlock, useCall } from '@numscope/ui';
import { useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { NativeSelect } from '../create/job-fields.tsx';
import { PassComparison } from './pass-comparison.tsx';
import { whileRunning } from './while-running.ts';

/** When a pass was, and what it found. */
const PassLine = ({ pass }: { pass: JobPassInfo }) => (
  <div className="jb-pass">
    <div className="ns-sm">
      <Moment at={pass.startedOn} none={texts('passTimeUnknown')} />
      {pass.finishedOn === null ? null : (
        <>
          {' – '}
          <Moment at={pass.finishedOn} within />
        </>
      )}
    </div>
    {pass.counts === null ? (
      <span className="ns-sm ns-t3">{texts('passCountsUnknown')}</span>
    ) : (
      <CountedProgress counts={pass.counts} percent={shareOf(pass.counts)} />
    )}
  </div>
);

function shareOf({ PENDING, SENT, FOUND, NOT_FOUND, FAILED }: NonNullable<JobPassInfo['counts']>): number {
  const final = FOUND + NOT_FOUND + FAILED;
  return final === 0 ? 0 : Math.floor((final * 1000) / (final + PENDING + SENT)) / 10;
}

interface PassChoiceProps {
  label: string;
  passes: readonly JobPassInfo[];
  value: number;
  onChange: (pass: number) => void;
}

function PassChoice({ label, passes, value, onChange }: PassChoiceProps) {
  const chosen = passes.find(({ pass }) => pass === value);
  return (
    <div>
      <NativeSelect value={String(value)} label={label} onChange={(next) => onChange(Number(next))}>
        {passes.map(({ pass }) => (
          <option key={pass} value={pass}>
            {texts('passNumber', { pass })}
          </option>
        ))}
      </NativeSelect>
      {chosen === undefined ? null : <PassLine pass={chosen} />}
    </div>
  );
}

/** The passes of a job, and what appeared, changed and went between two of them; `beside` in the panel, where there is little room. */
export default function JobPasses({ job, beside = false }: { job: Job; beside?: boolean }) {
  const [chosen, setChosen] = useState<{ from: number; to: number } | null>(null);
  const query = useCall('jobPasses', { params: { number: String(job.number) } }, { quiet: true, ...whileRunning(job) });
  const { data } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('passesFailed')} rows={8} />;
  const [latest, before] = data;
  if (latest === undefined || before === undefined)
    return (
      <>
        <StaleNote query={query} />
        <StateBlock kind="empty" title={texts('onePassYet')}>
          {texts('onePassYetHint')}
        </StateBlock>
      </>
    );
  const { from, to } = chosen ?? { from: before.pass, to: latest.pass };
  return (
    <div className="jb-phones">
      <StaleNote query={query} />
      <div className="jb-pass-choice">
        <PassChoice
          label={texts('fromPass')}
          passes={data}
          value={from}
          onChange={(pass) => setChosen({ from: pass, to })}
        />
        <PassChoice
          label={texts('toPass')}
          passes={data}
          value={to}
          onChange={(pass) => setChosen({ from, to: pass })}
        />
      </div>
      <PassComparison key={`${from} ${to}`} job={job} from={from} to={to} beside={beside} />
    </div>
  );
}
