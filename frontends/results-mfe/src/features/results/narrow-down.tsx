import { Button } from '@numscope/ui';
import { IconFilter } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

/** Opens the values that the results have, where there is no room for them beside the list. */
export const NarrowDown = ({ onClick }: { onClick: () => void }) => (
  <Button kind="quiet" size="sm" className="rs-narrow-down" aria-haspopup="dialog" onClick={onClick}>
    <IconFilter size={14} stroke={1.8} aria-hidden />
    <span className="ns-words">{texts('narrowDown')}</span>
  </Button>
);
