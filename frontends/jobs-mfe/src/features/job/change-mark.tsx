import type { PassChange } from '@numscope/contracts';
import { IconCircleMinus, IconCirclePlus, IconPencil, type TablerIcon } from '@tabler/icons-react';
import { texts } from '../../texts/opened.ts';

const kinds: Record<PassChange, { Icon: TablerIcon; tone: string; word: 'appeared' | 'changed' | 'gone' }> = {
  APPEARED: { Icon: IconCirclePlus, tone: 'good', word: 'appeared' },
  CHANGED: { Icon: IconPencil, tone: 'live', word: 'changed' },
  GONE: { Icon: IconCircleMinus, tone: 'quiet', word: 'gone' },
};

/** What became of a number, as icon, word and colour. */
export function ChangeMark({ change }: { change: PassChange }) {
  const { Icon, tone, word } = kinds[change];
  return (
    <span className="ns-st" data-tone={tone}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {texts(word)}
    </span>
  );
}
