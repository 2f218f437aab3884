import { IconHourglass } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** Says that stored faces may be missing from an answer, because the index is still being compared with the records. */
export function NotIndexed({ indexed }: { indexed: boolean }) {
  if (indexed) return null;
  return (
    <p className="ns-note" data-tone="warn">
      <IconHourglass size={14} stroke={1.8} aria-hidden />
      <span>{texts('facesNotIndexed')}</span>
    </p>
  );
}
