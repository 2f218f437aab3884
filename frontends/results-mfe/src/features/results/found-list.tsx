import './found-list.css';
import type { Profile } from '@numscope/contracts';
import {
  Button,
  type Criteria,
  criteriaCount,
  DataTable,
  NoPage,
  NotLoaded,
  Pager,
  type Selection,
  Skeleton,
  type Sorting,
  StaleNote,
  StateBlock,
  type TableChoice,
  lazyPart,
  PartFallback,
} from '@numscope/ui';
import { IconUserSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { FaceMatch } from '../../domain/found-faces.ts';
import { otherNames } from '../../domain/found-name.ts';
import { texts } from '../../texts/texts.ts';
import { ProfileCard, ProfileTile } from './profile-card.tsx';
import { profileColumns } from './profile-columns.tsx';
import type { useFound } from './use-found.ts';

const ResultMap = lazyPart(() => import('./map/result-map.tsx'));

type Layout = 'table' | 'cards' | 'map';
/** What a click chooses: a profile to look at, phones, or values to search by. */
type Mode = '' | 'select-phones' | 'select-filters';

/** What is found and how it is shown. */
export interface FoundProps {
  title: string;
  found: ReturnType<typeof useFound>;
  criteria: Criteria;
  /** Faces like the one on the picture that is searched by; empty without one. */
  matches: readonly FaceMatch[];
  view: { page: number; sort: Sorting; open: string; view: Layout; mode: Mode };
  onView: (change: { page?: number; sort?: Sorting; view?: Layout; mode?: Mode }) => void;
  choice: TableChoice;
  onChoice: (choice: TableChoice) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

interface ListProps extends FoundProps {
  onOpen: (profile: Profile) => void;
  onClear: () => void;
  onCriteria: (criteria: Criteria) => void;
}

/** The columns that have room beside an open panel, which shows the rest. */
const besidePanel = new Set(['name', 'phone', 'alike', 'networks', 'sources', 'confidence', 'copy']);

/** What was found: a table, cards, or a map; with its empty, loading and error states. */
export const FoundList = (props: ListProps) => (
  <>
    <StaleNote query={props.found} />
    <Found {...props} />
  </>
);

function Found({
  title,
  found,
  criteria,
  matches,
  view,
  onView,
  onOpen,
  onClear,
  onCriteria,
  choice,
  onChoice,
  selection,
  onSelect,
}: ListProps) {
  const valuesOf = (field: string): string[] =>
    criteria.items.filter((item) => item.field === field).map((item) => item.value);
  const names = valuesOf('name').join('\n');
  const emails = valuesOf('email').join('\n');
  const panelOpen = view.open !== '';
  const words = useMemo(() => names.split('\n'), [names]);
  const others = useMemo(() => otherNames(found.data?.content ?? [], words), [found.data, words]);
  const columns = useMemo(() => {
    const all = profileColumns({ names: words, others, emails: emails.split('\n'), matches });
    if (panelOpen) return all.filter(({ id }) => besidePanel.has(id));
    return matches.length > 0 ? all.filter(({ id }) => id !== 'place') : all;
  }, [words, others, emails, matches, panelOpen]);
  const page = found.data;
  // That nothing matched the search before says nothing of this one.
  if (page === undefined || (found.stale && page.content.length === 0))
    return <NotLoaded query={found} title={texts('failed')} rows={15} errorClass="rs-empty" />;
  const searched = criteriaCount(criteria) > 0;
  if (page.content.length === 0) {
    if (page.totalElements > 0)
      return (
        <div className="rs-empty">
          <NoPage onFirst={() => onView({ page: 0 })} />
        </div>
      );
    return (
      <div className="rs-empty">
        <StateBlock
          kind="empty"
          title={texts(searched ? 'noneMatch' : 'none')}
          {...(searched ? {} : { icon: <IconUserSearch size={20} stroke={1.5} /> })}
          actions={searched ? <Button onClick={onClear}>{texts('clearFilters')}</Button> : undefined}
        >
          {texts(searched ? 'noneMatchHint' : 'noneHint')}
        </StateBlock>
      </div>
    );
  }
  if (view.view === 'map')
    return (
      <PartFallback show={<Skeleton rows={15} />}>
        <ResultMap criteria={criteria} onChange={onCriteria} />
      </PartFallback>
    );
  return (
    <>
      {view.view === 'cards' ? (
        <ul className="rs-tiles ns-answers" aria-label={title} aria-busy={found.stale}>
          {page.content.map((profile) => (
            <li key={profile.phone}>
              <ProfileTile
                profile={profile}
                matches={matches}
                names={words}
                other={others.get(profile.phone)}
                open={view.mode === 'select-phones' ? selection.ids.has(profile.phone) : profile.phone === view.open}
                onOpen={() => onOpen(profile)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <DataTable
          label={title}
          columns={columns}
          rows={page.content}
          rowId={(profile) => profile.phone}
          choice={choice}
          onChoice={onChoice}
          lines={others.size > 0 ? 2 : 1}
          stale={found.stale}
          sort={view.sort}
          onSort={(sort) => onView({ sort, page: 0 })}
          selection={selection}
          onSelect={onSelect}
          openId={view.open}
          onOpen={onOpen}
          renderCard={(profile) => (
            <ProfileCard profile={profile} matches={matches} names={words} other={others.get(profile.phone)} />
          )}
          end={selection.ids.size > 0 ? <div className="ns-table-end" /> : null}
        />
      )}
      <Pager
        page={view.page}
        size={found.size}
        of={page}
        stale={found.stale}
        onPage={(next) => onView({ page: next })}
        onSize={(rows) => onChoice({ ...choice, size: rows })}
      />
    </>
  );
}
