import { ExportProgress, formatCount } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import type { ExportStep } from './use-export.ts';

/** What the export of profiles is doing, while there is one. */
export function ExportStanding({ step, onStop }: { step: ExportStep | null; onStop: () => void }) {
  if (step === null) return null;
  const { done, total } = step;
  const words = {
    reading: texts('loadingProfiles'),
    photos: texts('loadingPhotos', { done: formatCount(done), total: formatCount(total) }),
    writing: texts('writing', { file: step.file }),
  }[step.phase];
  return <ExportProgress words={words} done={done} total={total} stop={texts('stop')} onStop={onStop} />;
}
