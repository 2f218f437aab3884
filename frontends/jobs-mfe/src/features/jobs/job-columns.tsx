import { type Job, limits } from '@numscope/contracts';
import {
  type Column,
  CountedProgress,
  currentLanguage,
  formatCount,
  formatMinute,
  formatShortDay,
  JobMarks,
  JobStatusMark,
  jobStatusKinds,
  Moment,
  t,
  NAME_LEAST,
} from '@numscope/ui';
import { isAtWork, nameOf, paceOf, passOf, secondLine } from '../../domain/job-pace.ts';
import { shortDuration } from '../../domain/short-times.ts';
import { texts } from '../../texts/texts.ts';
import { RowActions } from '../actions/row-actions.tsx';

function PaceCell({ job }: { job: Job }) {
  const pace = paceOf(job);
  if ('quiet' in pace) return <span className="ns-sm ns-t3 ns-nowrap">{pace.quiet}</span>;
  return (
    <>
      {pace.rate}
      <span className="ns-sub">{pace.left}</span>
    </>
  );
}

/**
 * Wide enough for the longest status in the chosen language, which no row may cut: about 7 px a letter, Cyrillic a
 * little more.
 */
function statusWidth(): number {
  const longest = Math.max(...Object.values(jobStatusKinds).map(({ word }) => t(word).length));
  return Math.round(longest * (currentLanguage() === 'en' ? 6 : 8) + 40);
}

/** Wide enough on one line for the longest of these words in the chosen language, about 6 px a letter, and never below `least`. */
const wordsWidth = (least: number, words: readonly string[]): number =>
  Math.max(least, Math.round(Math.max(...words.map(({ length }) => length)) * 6.2 + 20));

/** In September, whose short name is the longest of the months' in most languages. */
const LONG_DAY = new Date(2026, 8, 30, 22).getTime();

/** Milliseconds that take both minutes and seconds to say. */
const LONG_TIME = 3_599_000;

/** Of the longest that `paceOf` says where nothing goes on. */
const paceWidth = (): number => {
  const time = formatMinute(LONG_DAY);
  const day = formatShortDay(LONG_DAY, LONG_DAY);
  return wordsWidth(108, [
    texts('rate'),
    texts('took', { time: shortDuration(LONG_TIME) }),
    texts('nextPassAt', { time: day }),
    texts('waitsUntil', { time }),
    texts('waitsForSlot'),
    texts('betweenPasses'),
    texts('finishedAt', { time: day }),
    texts('canceledAt', { time: day }),
  ]);
};

/**
 * The columns of the list of jobs, wide enough that live numbers move nothing.
 * @param widthOfNumber in pixels
 */
export const jobColumns = (widthOfNumber: number): Column<Job>[] => [
  {
    id: 'number',
    header: texts('number'),
    width: widthOfNumber,
    sort: 'number',
    downFirst: true,
    fixed: true,
    cell: (job) => <span className="ns-t2">{job.number}</span>,
  },
  {
    id: 'name',
    least: NAME_LEAST,
    header: texts('name'),
    sort: 'name',
    fixed: true,
    cell: (job) => (
      <>
        <span className="jb-name">
          <span className="ns-b ns-clip" title={nameOf(job)}>
            {nameOf(job)}
          </span>
          <JobMarks {...job} />
        </span>
        <span className="ns-sub ns-clip">{secondLine(job)}</span>
      </>
    ),
  },
  {
    id: 'status',
    header: texts('status'),
    width: statusWidth(),
    sort: 'status',
    cell: (job) => <JobStatusMark status={job.status} turns={isAtWork(job)} />,
  },
  {
    id: 'progress',
    header: texts('progress'),
    width: 194,
    sort: 'progress',
    downFirst: true,
    cell: (job) => <CountedProgress counts={job.counts} percent={job.progress} />,
  },
  {
    id: 'sent',
    header: texts('sent'),
    width: wordsWidth(88, [texts('of', { total: formatCount(limits.phonesInFile) })]),
    align: 'right',
    sort: 'phonesSent',
    downFirst: true,
    cell: (job) => (
      <>
        {formatCount(job.phonesSent)}
        <span className="ns-sub ns-nowrap">{texts('of', { total: formatCount(job.totalPhoneNumbers) })}</span>
      </>
    ),
  },
  { id: 'rate', header: texts('rate'), width: paceWidth(), align: 'right', cell: (job) => <PaceCell job={job} /> },
  {
    id: 'pass',
    header: texts('pass'),
    width: wordsWidth(62, [
      texts('pass'),
      texts('passCyclic', { pass: formatCount(10) }),
      texts('passOf', { pass: 10, iteration: 10 }),
    ]),
    cell: (job) => <span className="ns-t2 ns-nowrap">{passOf(job)}</span>,
  },
  {
    id: 'type',
    header: texts('type'),
    width: 88,
    optional: true,
    cell: (job) => <span className="ns-t2">{texts(job.type === 'PRIORITY' ? 'priority' : 'regular')}</span>,
  },
  {
    id: 'created',
    header: texts('created'),
    width: 110,
    sort: 'createdOn',
    downFirst: true,
    cell: (job) => (
      <>
        <Moment className="ns-sm ns-nowrap" at={job.createdOn} />
        <span className="ns-sub ns-clip">{job.createdBy}</span>
      </>
    ),
  },
  {
    id: 'actions',
    header: texts('actions'),
    width: 66,
    fixed: true,
    align: 'right',
    cell: (job) => <RowActions job={job} />,
  },
];
