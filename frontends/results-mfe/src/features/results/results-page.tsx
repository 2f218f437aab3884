import './results-page.css';
import { limits, type Profile } from '@numscope/contracts';
import {
  type Criteria,
  criteriaCount,
  ListWithPanel,
  noCriteria,
  noSelection,
  readCriteria,
  toggleRow,
  useCall,
  useDrop,
  useFooterNote,
  useKeptSelection,
  usePanelKeys,
  useQueryState,
  useTableChoice,
  writeCriteria,
  lazyPart,
} from '@numscope/ui';
import { useState } from 'react';
import { orderWithoutPictures, orderWithPictures } from '../../domain/picture-order.ts';
import { picturesIn, type PictureSearch, withoutPictures } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';
import { ExportStanding } from '../export/export-standing.tsx';
import { useExport } from '../export/use-export.ts';
import { PictureSection } from '../picture/picture-section.tsx';
import { usePastedPicture } from '../picture/use-pasted-picture.ts';
import { usePictureResults } from '../picture/use-picture-results.ts';
import { RailWindow } from '../saved/rail-window.tsx';
import { SavedList } from '../saved/saved-list.tsx';
import { SavedMenu } from '../saved/saved-menu.tsx';
import { SavedRail } from '../saved/saved-rail.tsx';
import type { viewOf } from '../saved/use-saved-searches.ts';
import { FoundList } from './found-list.tsx';
import { NarrowDown } from './narrow-down.tsx';
import { NothingAlike } from './nothing-alike.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { useRailRoom } from './rail-room.ts';
import { ResultsDialogs } from './results-dialogs.tsx';
import { ResultsTools } from './results-tools.tsx';
import { filterFields, resultsView } from './results-view.ts';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useFound } from './use-found.ts';
import { useGathered } from './use-gathered.ts';
import { useGoneProfiles } from './use-gone-profiles.ts';
import { useResultsDialog } from './use-results-dialog.ts';
import { useSelectFirst } from './use-select-first.ts';

const Facets = lazyPart(() => import('./facets.tsx'));

/**
 * The results of a search; for users the Search Dashboard. The address holds criteria, page, sort and the open panel.
 */
export function ResultsPage({ title }: { title: string }) {
  const [view, setView] = useQueryState(resultsView);
  const [choice, setChoice] = useTableChoice('results');
  const [selection, setSelection] = useKeptSelection('profiles', view.q);
  const hasRoom = useRailRoom();
  const [dialog, setDialog] = useResultsDialog(hasRoom);
  const [choosing, setChoosing] = useState<{ first: File | null } | null>(null);
  const exporting = useExport();
  const criteria = readCriteria(view.q, filterFields);
  const gathering = useGathered(criteria);
  const found = useFound(criteria, view.page, choice.size ?? limits.pageSize.profiles, view.sort);
  useGoneProfiles();
  const faces = useCall('facesState', {}, { quiet: true }).data;
  const pictures = usePictureResults(criteria, view.imageSearchDone);
  const offered = faces?.enabled === true;
  const first = useSelectFirst({ criteria, sort: view.sort, total: found.total, onSelect: setSelection });
  useFooterNote(texts('searchNote'));

  /** Opens the window in which a picture is chosen. @returns whether it may be opened */
  const choosePicture = (first: File | null): boolean => {
    const mayChoose = offered && choosing === null && dialog === null;
    if (mayChoose) setChoosing({ first });
    return mayChoose;
  };
  const { ref: frame } = useDrop((files) => void choosePicture(files[0] ?? null));
  usePastedPicture(choosePicture);

  const ofCriteria = (next: Criteria) => ({
    q: writeCriteria(next),
    filtered: criteriaCount(next) > 0,
    page: 0,
    open: '',
    // Values are gathered for one search.
    mode: view.mode === 'select-phones' && criteriaCount(next) > 0 ? view.mode : ('' as const),
  });
  const searched = (next: Criteria) => ({
    ...ofCriteria(next),
    sort: picturesIn(next).length > 0 ? view.sort : orderWithoutPictures(view.sort),
    imageSearchDone: pictures.follow(next),
  });
  // A changed search clears what was selected by the one before it.
  const setCriteria = (next: Criteria): void => {
    setSelection(noSelection);
    setDialog(null);
    setView(searched(next));
  };
  const clearPicture = (): void => {
    const next = withoutPictures(criteria);
    pictures.drop();
    setCriteria(next);
  };
  const searchBy = (search: PictureSearch, fresh: boolean): void => {
    setSelection(noSelection);
    setChoosing(null);
    const { criteria: next, done } = pictures.take(search);
    // Another face or threshold leaves the order that was asked for meanwhile.
    const begins = fresh || picturesIn(criteria).length === 0;
    const sort = done ? (begins ? orderWithPictures(view.sort) : view.sort) : orderWithoutPictures(view.sort);
    setView({ ...ofCriteria(next), sort, imageSearchDone: done }, { replace: !fresh });
  };
  const rows = found.data?.content ?? [];
  const open = (profile: Profile): void => setView({ open: profile.phone }, { replace: view.open !== '' });
  // As with the ticks of the table: what the search before found is not selected of this one.
  const choose = ({ phone }: Profile): void => {
    if (!found.stale) setSelection(toggleRow(selection, phone, [], false, limits.selectedProfiles));
  };
  usePanelKeys(rows, ({ phone }) => phone, view.open, open);

  const openSaved = ({ q, sort }: ReturnType<typeof viewOf>): void => {
    setDialog(null);
    setView({ ...searched(readCriteria(q, filterFields)), ...(sort === undefined ? {} : { sort }) });
  };
  const save = (): void => setDialog('save');
  const panel =
    view.open === '' ? null : (
      <ProfilePanel
        key={view.open}
        phone={view.open}
        known={rows.find((profile) => profile.phone === view.open)}
        search={pictures.search}
        onClose={() => setView({ open: '' })}
      />
    );
  const facets =
    pictures.state === 'NOTHING' || (found.error !== null && found.data === undefined) ? null : (
      <Facets
        criteria={criteria}
        ready={found.data !== undefined && !found.stale}
        onChange={setCriteria}
        gathering={gathering}
        several={view.mode === 'select-filters'}
        onSeveral={(on) => setView({ mode: on ? 'select-filters' : '' }, { replace: true })}
      />
    );
  const closeFacets = (): void => {
    setDialog(null);
    // What was gathered goes with it.
    gathering[1](null);
    if (view.mode === 'select-filters') setView({ mode: '' }, { replace: true });
  };
  const { matches } = pictures;
  const shown = {
    title,
    found,
    criteria,
    matches,
    view,
    onView: setView,
    choice,
    onChoice: setChoice,
    selection,
    onSelect: setSelection,
  };
  return (
    <div className="rs-frame" ref={offered ? frame : null}>
      {hasRoom ? (
        <SavedRail q={view.q} onOpen={openSaved} onSave={save}>
          {facets}
        </SavedRail>
      ) : null}
      <section id="rs-results" className="ns-page" tabIndex={-1}>
        <SearchField
          criteria={criteria}
          onChange={setCriteria}
          onDialog={setDialog}
          {...(offered ? { onPicture: () => void choosePicture(null) } : {})}
        />
        <PictureSection
          results={pictures}
          faces={faces}
          pictures={picturesIn(criteria).length}
          choosing={choosing}
          onChoosing={(on) => setChoosing(on ? { first: null } : null)}
          onSearch={searchBy}
          onClear={clearPicture}
        />
        {pictures.state === 'NOTHING' && pictures.search !== null ? (
          <NothingAlike title={title} search={pictures.search} />
        ) : (
          <>
            <ResultsTools
              {...shown}
              exporting={exporting}
              first={first}
              rail={
                hasRoom ? null : (
                  <>
                    <SavedMenu q={view.q} onOpen={openSaved} onSave={save} onManage={() => setDialog('saved')} />
                    {facets === null ? null : <NarrowDown onClick={() => setDialog('facets')} />}
                  </>
                )
              }
              onSave={save}
              onImport={() => setDialog('import')}
            />
            <ListWithPanel panel={panel}>
              <FoundList
                {...shown}
                onOpen={view.mode === 'select-phones' ? choose : open}
                onClear={() => setCriteria(noCriteria)}
                onCriteria={setCriteria}
              />
              <SelectionBar
                selection={selection}
                onSelect={setSelection}
                total={found.total}
                criteria={criteria}
                first={first}
                exporting={exporting}
                onCompare={(phones) => setView({ compare: phones, open: '' })}
              />
            </ListWithPanel>
          </>
        )}
        {dialog === 'saved' ? (
          <RailWindow title={texts('saved')} onClose={() => setDialog(null)}>
            <SavedList q={view.q} onOpen={openSaved} onDeleted={() => setDialog(null)} />
          </RailWindow>
        ) : null}
        {dialog === 'facets' ? (
          <RailWindow title={texts('narrowDown')} onClose={closeFacets}>
            {facets}
          </RailWindow>
        ) : null}
        <ExportStanding step={exporting.step} onStop={exporting.stop} />
        <ResultsDialogs
          dialog={dialog}
          criteria={criteria}
          sort={view.sort}
          onCriteria={setCriteria}
          onClose={() => setDialog(null)}
        />
      </section>
    </div>
  );
}
