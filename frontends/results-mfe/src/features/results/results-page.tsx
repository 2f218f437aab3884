import './results-page.css';
import type { Profile } from '@numscope/contracts';
import {
  CriteriaField,
  ListWithPanel,
  noSelection,
  readCriteria,
  type Selection,
  Button,
  useFooterNote,
  usePanelKeys,
  useQueryState,
  useTableChoice,
  writeCriteria,
  type Criteria,
} from '@numscope/ui';
import { IconAdjustmentsHorizontal, IconListCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { ExportProgress } from '../export/export-progress.tsx';
import { useExport } from '../export/use-export.ts';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { SavedRail } from '../saved/saved-rail.tsx';
import { fieldName } from './field-names.ts';
import { FoundList } from './found-list.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { ResultsTools } from './results-tools.tsx';
import { filterFields, resultsView } from './results-view.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Sentence } from './sentence.tsx';
import { suggest } from './suggest.ts';
import { useFound } from './use-found.ts';

const AdvancedSearch = lazy(() => import('./advanced-search.tsx'));
const ImportDialog = lazy(() => import('../import/import-dialog.tsx'));
const PasteList = lazy(() => import('./paste-list.tsx'));
const SaveSearch = lazy(() => import('../saved/save-search.tsx'));

/**
 * The results of a search; for users the Search Dashboard. The address holds criteria, page, sort and the open panel.
 */
export function ResultsPage({ title }: { title: string }) {
  const [view, setView] = useQueryState(resultsView);
  const [choice, setChoice] = useTableChoice('results');
  const [selection, setSelection] = useState<Selection>(noSelection);
  const [dialog, setDialog] = useState<'advanced' | 'paste' | 'save' | 'import' | null>(null);
  const exporting = useExport();
  const criteria = readCriteria(view.q, filterFields);
  const found = useFound(criteria, view.page, view.sort);
  useFooterNote(texts('searchNote'));

  // A changed search clears what was selected by the one before it.
  const setCriteria = (next: Criteria): void => {
    setSelection(noSelection);
    setDialog(null);
    setView({ q: writeCriteria(next), page: 0, open: '' });
  };
  const rows = found.data?.content ?? [];
  const open = (profile: Profile): void => setView({ open: profile.phone }, { replace: view.open !== '' });
  usePanelKeys(rows, ({ phone }) => phone, view.open, open);

  const openSaved = (q: string[]): void => {
    setSelection(noSelection);
    setView({ q, page: 0, open: '' });
  };
  const save = (): void => setDialog('save');
  const panel =
    view.open === '' ? null : (
      <ProfilePanel
        key={view.open}
        phone={view.open}
        known={rows.find((profile) => profile.phone === view.open)}
        onClose={() => setView({ open: '' })}
      />
    );
  const shown = { title, found, criteria, view, onView: setView, choice, selection, onSelect: setSelection };
  return (
    <div className="rs-frame" data-panel={panel === null ? undefined : ''}>
      <SavedRail q={view.q} onOpen={openSaved} onSave={save} />
      <ListWithPanel panel={panel}>
        <div className="rs-search ns-noprint">
          <CriteriaField
            criteria={criteria}
            onChange={setCriteria}
            suggest={suggest}
            fieldName={fieldName}
            sentence={<Sentence criteria={criteria} />}
            actions={
              <>
                <Button kind="quiet" size="sm" onClick={() => setDialog('paste')}>
                  <IconListCheck size={14} stroke={1.8} aria-hidden />
                  {texts('pasteList')}
                </Button>
                <Button size="sm" onClick={() => setDialog('advanced')}>
                  <IconAdjustmentsHorizontal size={14} stroke={1.8} aria-hidden />
                  {texts('advanced')}
                </Button>
              </>
            }
          />
        </div>
        <ResultsTools
          {...shown}
          onChoice={setChoice}
          exporting={exporting}
          saved={<SavedMenu q={view.q} onOpen={openSaved} onSave={save} />}
          onSave={save}
          onImport={() => setDialog('import')}
        />
        <FoundList {...shown} onOpen={open} onClear={() => setCriteria({ items: [], must: [] })} />
        <SelectionBar
          selection={selection}
          onSelect={setSelection}
          total={found.data?.totalElements ?? 0}
          criteria={criteria}
          sort={view.sort}
          exporting={exporting}
        />
        <ExportProgress step={exporting.step} onStop={exporting.stop} />
        <Suspense fallback={null}>
          {dialog === 'advanced' ? (
            <AdvancedSearch criteria={criteria} onSearch={setCriteria} onClose={() => setDialog(null)} />
          ) : null}
          {dialog === 'save' ? (
            <SaveSearch criteria={criteria} sort={view.sort} onClose={() => setDialog(null)} />
          ) : null}
          {dialog === 'import' ? (
            <ImportDialog
              onClose={() => setDialog(null)}
              onDone={() => {
                setDialog(null);
                void found.refetch();
              }}
            />
          ) : null}
          {dialog === 'paste' ? (
            <PasteList
              criteria={criteria}
              onAdd={(items) => setCriteria({ ...criteria, items: [...criteria.items, ...items] })}
              onClose={() => setDialog(null)}
            />
          ) : null}
        </Suspense>
      </ListWithPanel>
    </div>
  );
}
