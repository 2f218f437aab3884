import './job-phones.css';
import { type Job, type JobPhone, type PhoneStatus, phoneStatuses } from '@numscope/contracts';
import {
  ChoiceFilter,
  type Column,
  DataTable,
  ErrorState,
  Link,
  Pager,
  Phone,
  PhoneStatusMark,
  phoneStatusKinds,
  Segmented,
  Skeleton,
  StaleNote,
  standardChoice,
  StateBlock,
  t,
  useNarrow,
} from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/opened.ts';
import { AnswerLine } from './answer-line.tsx';
import { PhoneAnswers } from './phone-answers.tsx';
import { LIST_MOST, type ListedPhone, usePhoneList } from './use-phone-list.ts';
import type { Validity } from './validity.ts';

const atTop = { first: 0, last: 1 };

/** A cell of a phone, or its place while it is not there yet. */
const cellOf =
  (cell: (phone: JobPhone) => ReactNode) =>
  ({ phone }: ListedPhone): ReactNode =>
    phone === null ? <span className="jb-awaited" aria-hidden /> : cell(phone);

const columnsOf = (narrow: boolean): Column<ListedPhone>[] => [
  {
    id: 'phone',
    header: texts('phone'),
    fixed: true,
    width: narrow ? 164 : 260,
    cell: cellOf(({ phone }) => <Phone phone={phone} copy={narrow ? 'none' : 'hover'} />),
  },
  {
    id: 'status',
    header: texts('status'),
    width: narrow ? 98 : 140,
    cell: cellOf(({ status }) => <PhoneStatusMark status={status} />),
  },
  { id: 'sources', header: texts('sourcesColumn'), cell: cellOf((phone) => <AnswerLine phone={phone} />) },
  ...(narrow
    ? []
    : [
        {
          id: 'profile',
          header: texts('openProfile'),
          width: 96,
          align: 'right' as const,
          cell: cellOf(({ phone, status }) =>
            status === 'FOUND' ? (
              <Link className="ns-sm" to={`/ext/results/${encodeURIComponent(phone)}`}>
                {texts('openProfile')}
              </Link>
            ) : null,
          ),
        },
      ]),
];

/** Shows the answers below the phone that is open. */
const answersOf =
  (open: string | null) =>
  ({ phone }: ListedPhone): ReactNode =>
    phone !== null && phone.phone === open ? <PhoneAnswers phone={phone} /> : null;

interface PhonesProps {
  job: Job;
  /** In the panel, where there is little room. */
  beside?: boolean;
  show: Validity;
  onShow: (show: Validity) => void;
}

/** The phones of a job, with what each source said of each. `show` is which of them, kept by the screen. */
export default function JobPhones({ job, beside = false, show, onShow }: PhonesProps) {
  const phone = useNarrow();
  const narrow = beside || phone;
  const [status, setStatus] = useState<readonly PhoneStatus[]>([]);
  const [page, setPage] = useState(0);
  const [openPhone, setOpenPhone] = useState<string | null>(null);
  const filters = {
    ...(show === 'all' ? {} : { valid: show === 'valid' }),
    ...(status.length === 0 ? {} : { status: [...status] }),
  };
  const [sight, setSight] = useState(atTop);
  const { total, rows, error, isOld, retry } = usePhoneList(
    { id: job.id, isRunning: job.status === 'IN_PROGRESS' },
    filters,
    page,
    sight,
  );
  const toTop = (): void => {
    setPage(0);
    setSight(atTop);
  };
  const words = status.length === 0 ? null : status.map((one) => t(phoneStatusKinds[one].word)).join(', ');
  return (
    <div className="jb-phones">
      <div className="jb-phone-tools">
        <Segmented
          label={texts('phones')}
          segments={[
            { value: 'all', label: texts('all') },
            { value: 'valid', label: texts('valid') },
            { value: 'notValid', label: texts('notValid') },
          ]}
          value={show}
          onChange={(next) => {
            onShow(next);
            toTop();
          }}
        />
        <ChoiceFilter
          name={texts('status')}
          choices={phoneStatuses}
          renderChoice={(one) => <PhoneStatusMark status={one} />}
          value={status}
          words={words}
          onChange={(next) => {
            setStatus(next);
            toTop();
          }}
        />
      </div>
      {error === null ? null : isOld ? (
        <StaleNote query={{ data: rows, error, refetch: retry }} />
      ) : (
        <ErrorState error={error} title={texts('phonesFailed')} onRetry={retry} />
      )}
      {total === undefined ? (
        error === null ? (
          <Skeleton rows={12} />
        ) : null
      ) : total === 0 ? (
        <StateBlock kind="empty" title={texts(show === 'all' && status.length === 0 ? 'noPhones' : 'noPhonesMatch')}>
          {show === 'all' && status.length === 0 ? undefined : texts('phonesHint')}
        </StateBlock>
      ) : (
        <DataTable
          key={`${show} ${status.join()} ${page}`}
          label={texts('phones')}
          columns={columnsOf(narrow)}
          rows={rows}
          rowId={({ id }) => id}
          choice={{ ...standardChoice, density: narrow ? 'compact' : 'regular' }}
          openId={openPhone}
          onOpen={({ phone }) => {
            if (phone !== null) setOpenPhone(openPhone === phone.phone ? null : phone.phone);
          }}
          expanded={answersOf(openPhone)}
          onSight={(first, last) => setSight({ first, last })}
        />
      )}
      {total === undefined ? null : (
        <Pager
          page={page}
          size={LIST_MOST}
          of={{ totalElements: total, totalPages: Math.ceil(total / LIST_MOST) }}
          onPage={(next) => {
            setPage(next);
            setSight(atTop);
          }}
        />
      )}
    </div>
  );
}
