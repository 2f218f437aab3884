import { type Job, limits, type PassChange, passChanges, type PassDifference } from '@numscope/contracts';
import {
  type Column,
  DataTable,
  formatCount,
  Link,
  NotLoaded,
  Pager,
  Phone,
  Skeleton,
  StaleNote,
  standardChoice,
  StateBlock,
  useCall,
  useNarrow,
} from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { ChangeMark } from './change-mark.tsx';
import { PassValues } from './pass-values.tsx';
import { fieldWords } from './field-words.ts';

const size = limits.pageSize.jobPhones;

/** A link to the profile, which a number that is gone may not have any more. */
const profileOf = ({ phone, change }: PassDifference) =>
  change === 'GONE' ? null : (
    <Link className="ns-sm" to={`/ext/results/${encodeURIComponent(phone)}`}>
      {texts('openProfile')}
    </Link>
  );

const columnsOf = (narrow: boolean): Column<PassDifference>[] => [
  {
    id: 'phone',
    header: texts('phone'),
    fixed: true,
    width: narrow ? 176 : 220,
    cell: ({ phone }) => <Phone phone={phone} copy={narrow ? 'none' : 'hover'} />,
  },
  { id: 'change', header: texts('change'), width: 110, cell: ({ change }) => <ChangeMark change={change} /> },
  { id: 'fields', header: texts('changedFields'), cell: ({ fields }) => fieldWords(fields) },
  ...(narrow
    ? []
    : [{ id: 'profile', header: texts('openProfile'), width: 96, align: 'right' as const, cell: profileOf }]),
];

const Sum = ({ change, count }: { change: PassChange; count: number }) => (
  <span>
    <ChangeMark change={change} /> <span className="ns-b ns-num">{formatCount(count)}</span>
  </span>
);

/** Shows what was said below the number that is open. */
const valuesBelow =
  (open: string | null, from: number, to: number) =>
  (difference: PassDifference): ReactNode =>
    difference.phone === open && difference.fields.length > 0 ? (
      <PassValues difference={difference} from={from} to={to} />
    ) : null;

interface ComparisonProps {
  job: Job;
  from: number;
  to: number;
  /** In the panel, where there is little room. */
  beside: boolean;
}

/** The numbers that two passes of a job say differently about, by page. */
export function PassComparison({ job, from, to, beside }: ComparisonProps) {
  const phoneScreen = useNarrow();
  const narrow = beside || phoneScreen;
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string | null>(null);
  const query = useCall(
    'comparePasses',
    { params: { number: String(job.number) }, query: { from, to, page, size } },
    { quiet: true },
  );
  const { data, isPlaceholderData: stale } = query;
  if (data === undefined) return <NotLoaded query={query} title={texts('compareFailed')} rows={10} />;
  if (data.totalElements === 0 && stale) return <Skeleton rows={10} />;
  if (data.totalElements === 0)
    return (
      <>
        <StaleNote query={query} />
        <StateBlock kind="empty" title={texts('noDifference')}>
          {texts('noDifferenceHint')}
        </StateBlock>
      </>
    );
  return (
    <>
      <StaleNote query={query} />
      {stale ? null : (
        <div className="jb-pass-sum">
          {passChanges.map((change) => (
            <Sum key={change} change={change} count={data.counts[change]} />
          ))}
        </div>
      )}
      <DataTable
        label={texts('comparison')}
        columns={columnsOf(narrow)}
        rows={data.content}
        rowId={({ phone }) => phone}
        choice={standardChoice}
        stale={stale}
        openId={open}
        onOpen={({ phone }) => setOpen(open === phone ? null : phone)}
        expanded={valuesBelow(open, from, to)}
      />
      <Pager page={page} size={size} of={data} stale={stale} onPage={setPage} />
    </>
  );
}
