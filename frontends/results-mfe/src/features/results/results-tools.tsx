import './results-tools.css';
import { limits } from '@numscope/contracts';
import {
  Button,
  ButtonMenu,
  criteriaCount,
  formatCount,
  isAdmin,
  MenuItem,
  noSelection,
  profilesFileName,
  Segmented,
  TableMenus,
  toFilters,
  useSession,
} from '@numscope/ui';
import type { ReactNode } from 'react';
import { IconBookmark, IconLayoutGrid, IconListCheck, IconMap2, IconTable, IconUpload } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { ExportAllMenu } from '../export/export-all-menu.tsx';
import { ExportMenu } from '../export/export-menu.tsx';
import type { useExport } from '../export/use-export.ts';
import type { FoundProps } from './found-list.tsx';
import { profileColumns } from './profile-columns.tsx';
import { exportedMatches } from '../export/exported-matches.ts';
import { firstMatches } from './use-found.ts';

interface ToolsProps extends FoundProps {
  exporting: ReturnType<typeof useExport>;
  /** The menu of saved searches, where the rail has no room. */
  saved: ReactNode;
  onSave: () => void;
  onImport: () => void;
}

function countWords(total: number, lowerBound: boolean): string {
  if (lowerBound) return texts('profilesAtLeast', { count: formatCount(total) });
  return texts('profiles', { count: total });
}

/** How much was found, and what can be done with the list. */
export function ResultsTools({
  title,
  found,
  criteria,
  matches,
  view,
  onView,
  choice,
  onChoice,
  onSelect,
  exporting,
  saved,
  onSave,
  onImport,
}: ToolsProps) {
  const mayAll = isAdmin(useSession());
  const page = found.data;
  const total = page?.totalElements ?? 0;
  const most = Math.min(limits.selectedProfiles, total);
  const selectFirst = async (): Promise<void> => {
    const profiles = await firstMatches(criteria, view.sort);
    onSelect({ ids: new Set(profiles.map(({ phone }) => phone)), anchor: null });
  };
  return (
    <div className="ns-tools rs-tools">
      <h1 className="ns-sr">{title}</h1>
      {page === undefined || found.stale ? null : (
        <>
          <output className="rs-count ns-num">{countWords(total, page.totalIsLowerBound === true)}</output>
          {found.took === null ? null : (
            <span className="ns-sm ns-t3 ns-num ns-wide">{texts('foundIn', { ms: formatCount(found.took) })}</span>
          )}
        </>
      )}
      <span className="ns-grow" />
      {saved}
      {mayAll ? (
        <Button className="ns-wide" kind="quiet" size="sm" onClick={onImport}>
          <IconUpload size={14} stroke={1.8} aria-hidden />
          {texts('import')}
        </Button>
      ) : null}
      {total === 0 ? null : (
        <>
          <ButtonMenu
            label={texts('selectProfiles')}
            icon={<IconListCheck size={14} stroke={1.8} aria-hidden />}
            kind="quiet"
            size="sm"
            className="ns-wide"
          >
            <MenuItem
              onSelect={() => onSelect({ ids: new Set(page?.content.map(({ phone }) => phone)), anchor: null })}
            >
              {texts('selectPage')}
            </MenuItem>
            <MenuItem onSelect={() => void selectFirst().catch(() => undefined)}>
              {texts('selectFirst', { count: formatCount(most), total: formatCount(total) })}
            </MenuItem>
            <MenuItem
              checked={view.mode === 'select-phones'}
              onSelect={() => onView({ mode: view.mode === 'select-phones' ? '' : 'select-phones' })}
            >
              {texts('selectByClick')}
            </MenuItem>
            <MenuItem onSelect={() => onSelect(noSelection)}>{texts('selectNone')}</MenuItem>
          </ButtonMenu>
          {view.view === 'table' ? (
            <TableMenus
              columns={profileColumns({ names: [], emails: [], matches })}
              choice={choice}
              onChange={onChoice}
            />
          ) : null}
          <span className="ns-vr ns-wide" />
          <span className="ns-wide">
            <Segmented
              label={texts('view')}
              value={view.view}
              onChange={(next) => onView({ view: next })}
              segments={[
                { value: 'table', label: texts('viewTable'), icon: <IconTable size={14} stroke={1.8} aria-hidden /> },
                {
                  value: 'cards',
                  label: texts('viewCards'),
                  icon: <IconLayoutGrid size={14} stroke={1.8} aria-hidden />,
                },
                { value: 'map', label: texts('viewMap'), icon: <IconMap2 size={14} stroke={1.8} aria-hidden /> },
              ]}
            />
          </span>
          {criteriaCount(criteria) === 0 ? null : (
            <Button className="rs-save ns-wide" size="sm" onClick={onSave}>
              <IconBookmark size={14} stroke={1.8} aria-hidden />
              {texts('saveSearch')}
            </Button>
          )}
          {mayAll ? <ExportAllMenu filters={toFilters(criteria)} total={total} /> : null}
          <ExportMenu
            many
            onExport={(format, said) =>
              exporting.start({
                file: profilesFileName(),
                format,
                said,
                total,
                search: async () => (await import('../export/search-text.tsx')).searchText(criteria),
                read: (signal) => exportedMatches(criteria, view.sort, { total, said, signal }),
              })
            }
          />
        </>
      )}
    </div>
  );
}
