import { IconButton } from '@numscope/ui';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { SavedList, type SavedListProps } from './saved-list.tsx';

interface RailProps extends SavedListProps {
  onSave: () => void;
  children?: ReactNode;
}

/** Left of the results: the own saved searches, and what else stands there. */
export const SavedRail = ({ onSave, children, ...list }: RailProps) => (
  <>
    {/* Its values are some forty places to stop at with Tab, before the search itself. */}
    <a
      className="ns-skip ns-noprint"
      href="#rs-results"
      onClick={(event) => (event.preventDefault(), document.getElementById('rs-results')?.focus())}
    >
      {texts('skipToResults')}
    </a>
    <nav className="rs-rail ns-noprint" aria-label={texts('saved')}>
      <h2 className="rs-rail-head">
        {texts('saved')}
        <IconButton label={texts('saveSearch')} onClick={onSave}>
          <IconPlus size={14} stroke={1.8} />
        </IconButton>
      </h2>
      <SavedList {...list} />
      {children}
    </nav>
  </>
);
