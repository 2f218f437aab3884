import './saved-rail.css';
import type { SavedSearch } from '@numscope/contracts';
import { IconButton, Link, lazyDialog, NotLoadedLine } from '@numscope/ui';
import { IconBookmark, IconPencil, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { isOpen, savedPath, useSavedSearches, viewOf } from './use-saved-searches.ts';

const RenameSearch = lazyDialog(() => import('./rename-search.tsx'));

interface RailProps {
  /** The search in the address. */
  q: readonly string[];
  onOpen: (view: ReturnType<typeof viewOf>) => void;
  onSave: () => void;
  children?: ReactNode;
}

/** Left of the results: the own saved searches, and what else stands there. */
export function SavedRail({ q, onOpen, onSave, children }: RailProps) {
  const { searches, error, refetch, remove } = useSavedSearches();
  const [renaming, setRenaming] = useState<SavedSearch | null>(null);
  return (
    <nav className="rs-rail ns-noprint" aria-label={texts('saved')}>
      <h2 className="rs-rail-head">
        {texts('saved')}
        <IconButton label={texts('saveSearch')} onClick={onSave}>
          <IconPlus size={14} stroke={1.8} />
        </IconButton>
      </h2>
      {error === null ? null : (
        <p className="rs-rail-note">
          <NotLoadedLine title={texts('savedFailed')} onRetry={refetch} />
        </p>
      )}
      {searches?.length === 0 ? <p className="rs-rail-note">{texts('savedNone')}</p> : null}
      <ul>
        {searches?.map((saved) => (
          <li key={saved.id} className="rs-rail-row">
            <Link
              className="rs-rail-item"
              aria-current={isOpen(saved, q) ? 'true' : undefined}
              to={savedPath(saved, searches, location.pathname)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                onOpen(viewOf(saved));
              }}
            >
              <IconBookmark size={14} stroke={1.8} aria-hidden />
              <span className="ns-clip" title={saved.name}>
                {saved.name}
              </span>
            </Link>
            <IconButton label={texts('renameSearch', { name: saved.name })} onClick={() => setRenaming(saved)}>
              <IconPencil size={14} stroke={1.8} />
            </IconButton>
            <IconButton label={texts('deleteSearch', { name: saved.name })} onClick={() => remove(saved)}>
              <IconX size={14} stroke={1.8} />
            </IconButton>
          </li>
        ))}
      </ul>
      {children}
      {renaming === null ? null : <RenameSearch saved={renaming} onClose={() => setRenaming(null)} />}
    </nav>
  );
}
