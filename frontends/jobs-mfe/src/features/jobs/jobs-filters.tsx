import type { JobStatus } from '@numscope/contracts';
import {
  Button,
  ChoiceFilter,
  type Column,
  TableMenus,
  FilterChip,
  JobStatusMark,
  jobStatusKinds,
  t,
  type TableChoice,
  TextFilter,
} from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { listedStatuses, openStatuses, sameStatuses } from './jobs-view.ts';
import type { JobsView } from './use-jobs.ts';

interface FiltersProps<Row> {
  view: JobsView;
  onChange: (change: Partial<JobsView>) => void;
  columns: readonly Column<Row>[];
  choice: TableChoice;
  onChoice: (choice: TableChoice) => void;
}

const all = (status: readonly JobStatus[]): boolean => status.length === listedStatuses.length;

/** How many filters a person has set besides what the list shows by itself. */
export const filtersSet = (view: JobsView): number =>
  [view.name, view.number, view.by].filter((text) => text !== '').length +
  (all(view.status) || sameStatuses(view.status, openStatuses) ? 0 : 1);

/** No filter at all. */
export const cleared = {
  name: '',
  number: '',
  by: '',
  status: listedStatuses,
  main: false,
  page: 0,
} satisfies Partial<JobsView>;

const statusLabel = (status: JobStatus): string => t(jobStatusKinds[status].word);

function statusWords(status: readonly JobStatus[]): string | null {
  if (all(status)) return null;
  if (status.length === 1 && status[0] !== undefined) return statusLabel(status[0]);
  if (sameStatuses(status, openStatuses)) return texts('anyButMerged');
  return texts('severalStatuses', { count: status.length });
}

/** The filters of the list and how its table looks. */
export function JobsFilters<Row>({ view, onChange, columns, choice, onChoice }: FiltersProps<Row>) {
  const set = (change: Partial<JobsView>): void => onChange({ ...change, page: 0 });
  return (
    <div className="ns-tools">
      <ChoiceFilter
        name={texts('status')}
        choices={listedStatuses}
        renderChoice={(status) => <JobStatusMark status={status} />}
        value={view.status}
        words={statusWords(view.status)}
        onChange={(status) => set({ status: status.length === 0 ? listedStatuses : status })}
      />
      <FilterChip
        name={texts('mainJobFilter')}
        value={view.main ? texts('shown') : null}
        onRemove={() => set({ main: false })}
      >
        {(close) => (
          <div className="ns-chip-pop">
            <Button
              size="sm"
              onClick={() => {
                set({ main: !view.main });
                close();
              }}
            >
              {texts(view.main ? 'hide' : 'show')}
            </Button>
          </div>
        )}
      </FilterChip>
      <TextFilter name={texts('name')} value={view.name} onChange={(name) => set({ name })} />
      <TextFilter
        name={texts('jobNumber')}
        value={view.number}
        placeholder={texts('jobNumberHint')}
        onChange={(number) => set({ number: number.replaceAll(/\D/g, '') })}
      />
      <TextFilter name={texts('createdBy')} value={view.by} onChange={(by) => set({ by })} />
      {filtersSet(view) > 0 || view.main || !all(view.status) ? (
        <Button kind="quiet" size="sm" className="ns-wide" onClick={() => onChange(cleared)}>
          {texts('clear')}
        </Button>
      ) : null}
      <span className="ns-grow" />
      <TableMenus columns={columns} choice={choice} onChange={onChoice} />
    </div>
  );
}
