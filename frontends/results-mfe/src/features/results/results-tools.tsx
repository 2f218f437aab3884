import './results-tools.css';
import {
  Button,
  ButtonMenu,
  criteriaCount,
  formatCount,
  isAdmin,
  profilesFileName,
  TableMenus,
  toFilters,
  useSession,
} from '@numscope/ui';
import type { ReactNode } from 'react';
import { IconBookmark, IconListCheck, IconUpload } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { ExportAllMenu } from '../export/export-all-menu.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import type { useExport } from '../export/use-export.ts';
import type { FoundProps } from './found-list.tsx';
import { profileColumns } from './profile-columns.tsx';
import { exportedMatches } from '../export/exported-matches.ts';
import { ResultsMore } from './results-more.tsx';
import { ViewSegments } from './results-views.tsx';
import { SelectItems } from './select-items.tsx';
import { totalWords } from './total-words.ts';
import type { SelectFirst } from './use-select-first.ts';
import { useToolsRoom } from './use-tools-room.ts';

interface ToolsProps extends FoundProps {
  exporting: ReturnType<typeof useExport>;
  first: SelectFirst;
  /** The ways to saved searches and values, where the rail has no room. */
  rail: ReactNode;
  onSave: () => void;
  onImport: () => void;
}

/** How much was found, and what can be done with the list. */
export function ResultsTools({ exporting, first, rail, onSave, onImport, ...shown }: ToolsProps) {
  const { title, found, criteria, matches, view, onView, choice, onChoice } = shown;
  const mayAll = isAdmin(useSession());
  const { data: page, total } = found;
  // What stands below is still what the search before found: nothing is done with it, nor said of how many it is.
  const waits = total === null;
  const isEmpty = (total?.count ?? page?.totalElements ?? 0) === 0;
  return (
    <div ref={useToolsRoom()} className="ns-tools rs-tools">
      <h1 className="ns-sr">{title}</h1>
      {total === null || found.stale ? null : (
        <>
          <output className="rs-count ns-num">{totalWords(total)}</output>
          {found.took === null ? null : (
            <span className="ns-sm ns-t3 ns-num ns-wide rs-took">
              {texts('foundIn', { ms: formatCount(found.took) })}
            </span>
          )}
        </>
      )}
      <span className="ns-grow" />
      {rail}
      {mayAll ? (
        <Button className="ns-wide" kind="quiet" size="sm" onClick={onImport}>
          <IconUpload size={14} stroke={1.8} aria-hidden />
          <span className="ns-words">{texts('import')}</span>
        </Button>
      ) : null}
      {isEmpty ? null : (
        <>
          <ButtonMenu
            label={texts('selectProfiles')}
            icon={<IconListCheck size={14} stroke={1.8} aria-hidden />}
            kind="quiet"
            size="sm"
            busy={waits}
            className="ns-wide"
          >
            <SelectItems {...shown} first={first} />
          </ButtonMenu>
          {view.view === 'table' ? (
            <TableMenus
              columns={profileColumns({ names: [], others: new Map(), emails: [], matches })}
              choice={choice}
              onChange={onChoice}
            />
          ) : null}
          <span className="ns-vr ns-wide" />
          <span className="ns-wide">
            <ViewSegments view={view} onView={onView} />
          </span>
          {criteriaCount(criteria) === 0 ? null : (
            <Button className="rs-save ns-wide" size="sm" onClick={onSave}>
              <IconBookmark size={14} stroke={1.8} aria-hidden />
              <span className="ns-words">{texts('saveSearch')}</span>
            </Button>
          )}
          <ExportMenu
            many
            busy={waits}
            onExport={(format, said) => {
              if (total === null) return;
              exporting.start({
                file: profilesFileName(),
                format,
                said,
                total,
                search: async () => (await import('../export/search-text.tsx')).searchText(criteria),
                read: (signal) => exportedMatches(criteria, view.sort, { total: total.count, said, signal }),
              });
            }}
          />
        </>
      )}
      {/* Also where nothing is found: an export of the search before it may be under way. */}
      {mayAll ? <ExportAllMenu filters={toFilters(criteria)} total={total} offered={!isEmpty} /> : null}
      <ResultsMore {...shown} first={first} onImport={mayAll ? onImport : undefined} />
    </div>
  );
}
