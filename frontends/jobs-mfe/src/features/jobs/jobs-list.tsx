import { type Job, limits } from '@numscope/contracts';
import {
  Button,
  DataTable,
  ListWithPanel,
  NoPage,
  noSelection,
  NotLoaded,
  Pager,
  Skeleton,
  StaleNote,
  StateBlock,
  useKeptSelection,
  useTableChoice,
  lazyPart,
} from '@numscope/ui';
import { loadNeedsYou } from '@numscope/ui/needs-you/load-needs-you.ts';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { numberWidth } from '../../domain/number-width.ts';
import { texts } from '../../texts/texts.ts';
import { JobCard } from './job-card.tsx';
import { jobColumns } from './job-columns.tsx';
import { cleared, filtersSet, JobsFilters } from './jobs-filters.tsx';
import { JobsHead } from './jobs-head.tsx';
import { type JobsView, useJobs } from './use-jobs.ts';

const NeedsYou = lazyPart(loadNeedsYou);
const JobsBulk = lazyPart(() => import('./jobs-bulk.tsx'));

/** The panel shows it, and there is no room for both. */
const besidePanel = 'pass';

interface ListProps {
  view: JobsView;
  onChange: (change: Partial<JobsView>) => void;
  onOpen: (job: Job) => void;
  onCreate: (way: 'file' | 'range') => void;
  /** Details of one job, right of the table; null: none. */
  panel: ReactNode;
}

/** Head and filters, and below them the table and pager of the jobs beside the panel. */
export function JobsList({ view, onChange, onOpen, onCreate, panel }: ListProps) {
  const [choice, setChoice] = useTableChoice('jobs');
  const size = choice.size ?? limits.pageSize.jobs;
  const [selection, setSelection] = useKeptSelection('jobs', [
    view.name,
    view.number,
    view.by,
    view.status.join(),
    String(view.main),
  ]);
  const clear = useCallback(() => setSelection(noSelection), [setSelection]);
  const { list, rows, total, main } = useJobs(view, size);
  const widthOfNumber = numberWidth(rows, 20);
  const columns = useMemo(() => jobColumns(widthOfNumber), [widthOfNumber]);
  const { data, isPlaceholderData: stale } = list;
  const isSelected = selection.ids.size > 0;
  const open = rows.find((job) => String(job.number) === view.job);
  return (
    <>
      <JobsHead total={data === undefined || stale ? undefined : total} main={main} onCreate={onCreate} />
      <NeedsYou />
      <JobsFilters view={view} onChange={onChange} columns={columns} choice={choice} onChoice={setChoice} />
      <ListWithPanel panel={panel}>
        <StaleNote query={list} />
        {data === undefined ? (
          <NotLoaded query={list} title={texts('failed')} rows={size} />
        ) : (
          <>
            {rows.length === 0 && stale ? (
              <Skeleton rows={size} />
            ) : rows.length === 0 ? (
              <NothingHere view={view} total={total} onChange={onChange} onCreate={onCreate} />
            ) : (
              <DataTable
                label={texts('title')}
                columns={open === undefined ? columns : columns.filter(({ id }) => id !== besidePanel)}
                rows={rows}
                rowId={({ number }) => String(number)}
                choice={choice}
                onChoice={setChoice}
                lines={2}
                stale={stale}
                sort={view.sort}
                onSort={(sort) => onChange({ sort, page: 0 })}
                selection={selection}
                onSelect={setSelection}
                openId={view.job}
                onOpen={onOpen}
                renderCard={(job) => <JobCard job={job} />}
                end={isSelected ? <div className="ns-table-end" /> : null}
              />
            )}
            <Pager
              page={view.page}
              size={size}
              of={data}
              besides={total - data.totalElements}
              stale={stale}
              onPage={(page) => onChange({ page })}
              onSize={(rows) => setChoice({ ...choice, size: rows })}
            />
            {isSelected ? <JobsBulk numbers={selection.ids} rows={rows} total={total} onClear={clear} /> : null}
          </>
        )}
      </ListWithPanel>
    </>
  );
}

function NothingHere({ view, total, onChange, onCreate }: Omit<ListProps, 'onOpen' | 'panel'> & { total: number }) {
  const set = filtersSet(view);
  if (total > 0) return <NoPage onFirst={() => onChange({ page: 0 })} />;
  if (set > 0)
    return (
      <StateBlock
        kind="empty"
        title={texts('noneMatch')}
        actions={<Button onClick={() => onChange(cleared)}>{texts('clearFilters')}</Button>}
      >
        {texts('filtersSet', { count: set })}
      </StateBlock>
    );
  return (
    <StateBlock
      kind="empty"
      icon={<IconStack2 size={20} stroke={1.5} />}
      title={texts('none')}
      actions={
        <Button onClick={() => onCreate('file')}>
          <IconPlus size={14} stroke={1.8} aria-hidden />
          {texts('createJob')}
        </Button>
      }
    >
      {texts('noneHint')}
    </StateBlock>
  );
}
