import './saved-rail.css';
import type { SavedSearch } from '@numscope/contracts';
import { IconButton, Link, lazyDialog, NotLoadedLine } from '@numscope/ui';
import { IconBookmark, IconPencil, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { isOpen, savedPath, useSavedSearches, viewOf } from './use-saved-searches.ts';

const RenameSearch = lazyDialog(() => import('./rename-search.tsx'));

export interface SavedListProps {
  /** The search in the address. */
  q: readonly string[];
  onOpen: (view: ReturnType<typeof viewOf>) => void;
  /** Once one is deleted: an open window would keep a press on Undo away from it. */
  onDeleted?: () => void;
}

/** The own saved searches, each to be opened, renamed and deleted. */
export function SavedList({ q, onOpen, onDeleted }: SavedListProps) {
  const { searches, error, refetch, remove } = useSavedSearches();
  const [renaming, setRenaming] = useState<SavedSearch | null>(null);
  return (
    <>
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
            <IconButton label={texts('deleteSearch', { name: saved.name })} onClick={() => remove(saved, onDeleted)}>
              <IconX size={14} stroke={1.8} />
            </IconButton>
          </li>
        ))}
      </ul>
      {renaming === null ? null : <RenameSearch saved={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}
