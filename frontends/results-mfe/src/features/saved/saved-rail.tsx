import './saved-rail.css';
import type { SavedSearch } from '@numscope/contracts';
import { IconButton } from '@numscope/ui';
import { IconBookmark, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../../texts/texts.ts';
import { criteriaOf, isOpen, useSavedSearches } from './use-saved-searches.ts';

interface RailProps {
  /** The search in the address. */
  q: readonly string[];
  onOpen: (q: string[], saved: SavedSearch) => void;
  onSave: () => void;
  children?: ReactNode;
}

/** Left of the results: the own saved searches, and what else stands there. */
export function SavedRail({ q, onOpen, onSave, children }: RailProps) {
  const { searches, error, remove } = useSavedSearches();
  return (
    <nav className="rs-rail ns-noprint" aria-label={texts('saved')}>
      <h2 className="rs-rail-head">
        {texts('saved')}
        <IconButton label={texts('saveSearch')} onClick={onSave}>
          <IconPlus size={14} stroke={1.8} />
        </IconButton>
      </h2>
      {error === null ? null : <p className="rs-rail-note">{texts('savedFailed')}</p>}
      {searches?.length === 0 ? <p className="rs-rail-note">{texts('savedNone')}</p> : null}
      <ul>
        {searches?.map((saved) => (
          <li key={saved.id} className="rs-rail-row">
            <button
              type="button"
              className="rs-rail-item"
              aria-current={isOpen(saved, q) ? 'true' : undefined}
              onClick={() => onOpen(criteriaOf(saved), saved)}
            >
              <IconBookmark size={14} stroke={1.8} aria-hidden />
              <span className="ns-clip" title={saved.name}>
                {saved.name}
              </span>
            </button>
            <IconButton label={texts('deleteSearch', { name: saved.name })} onClick={() => remove(saved)}>
              <IconX size={14} stroke={1.8} />
            </IconButton>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}
