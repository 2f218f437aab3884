import './export-progress.css';
import { Button, formatCount, Progress } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import type { ExportStep } from './use-export.ts';

/** What the export is doing, with a way to stop it. */
export function ExportProgress({ step, onStop }: { step: ExportStep | null; onStop: () => void }) {
  if (step === null) return null;
  const words =
    step.phase === 'reading'
      ? texts('loadingProfiles', { count: step.total === 0 ? '' : formatCount(step.total) })
      : texts('writing', { file: step.file });
  return (
    <output className="rs-export ns-noprint">
      <span className="ns-grow">
        <span className="ns-b ns-clip ns-block">{words}</span>
        <Progress value={step.done} total={Math.max(1, step.total)} label={words} />
      </span>
      <Button size="sm" onClick={onStop}>
        {texts('stop')}
      </Button>
    </output>
  );
}
