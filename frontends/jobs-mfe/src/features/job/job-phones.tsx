import './job-phones.css';
import { type Job, type JobPhone, limits, type PhoneStatus, phoneStatuses } from '@numscope/contracts';
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
  standardChoice,
  StateBlock,
  t,
  useCall,
  useNarrow,
} from '@numscope/ui';
import { type ReactNode, useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { AnswerLine } from './answer-line.tsx';
import { PhoneAnswers } from './phone-answers.tsx';
import type { Validity } from './validity.ts';

const size = limits.pageSize.jobPhones;
const REFRESH_MS = 5000;

const columnsOf = (narrow: boolean): Column<JobPhone>[] => [
  {
    id: 'phone',
    header: texts('phone'),
    fixed: true,
    width: narrow ? 164 : 260,
    cell: ({ phone }) => <Phone phone={phone} copy={narrow ? 'none' : 'hover'} />,
  },
  {
    id: 'status',
    header: texts('status'),
    width: narrow ? 98 : 140,
    cell: ({ status }) => <PhoneStatusMark status={status} />,
  },
  { id: 'sources', header: texts('sourcesColumn'), cell: (phone) => <AnswerLine phone={phone} /> },
  ...(narrow
    ? []
    : [
        {
          id: 'profile',
          header: texts('openProfile'),
          width: 96,
          align: 'right' as const,
          cell: ({ phone, status }: JobPhone) =>
            status === 'FOUND' ? (
              <Link className="ns-sm" to={`/ext/results/${encodeURIComponent(phone)}`}>
                {texts('openProfile')}
              </Link>
            ) : null,
        },
      ]),
];

/** Shows the answers below the phone that is open. */
const answersOf =
  (open: string | null) =>
  (phone: JobPhone): ReactNode =>
    phone.phone === open ? <PhoneAnswers phone={phone} /> : null;

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
  const {
    data,
    error,
    isPlaceholderData: stale,
    refetch,
  } = useCall(
    'jobPhones',
    { params: { id: job.id }, body: { filters, page, size } },
    { quiet: true, ...(job.status === 'IN_PROGRESS' ? { every: REFRESH_MS } : {}) },
  );
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
            setPage(0);
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
            setPage(0);
          }}
        />
      </div>
      {error !== null ? (
        <ErrorState error={error} title={texts('phonesFailed')} onRetry={() => void refetch()} />
      ) : data === undefined || (stale && data.content.length === 0) ? (
        <Skeleton rows={12} />
      ) : data.content.length === 0 ? (
        <StateBlock kind="empty" title={texts(show === 'all' && status.length === 0 ? 'noPhones' : 'noPhonesMatch')}>
          {show === 'all' && status.length === 0 ? undefined : texts('phonesHint')}
        </StateBlock>
      ) : (
        <DataTable
          label={texts('phones')}
          columns={columnsOf(narrow)}
          rows={data.content}
          rowId={({ phone }) => phone}
          choice={{ ...standardChoice, density: narrow ? 'compact' : 'regular' }}
          stale={stale}
          openId={openPhone}
          onOpen={({ phone }) => setOpenPhone(openPhone === phone ? null : phone)}
          expanded={answersOf(openPhone)}
        />
      )}
      {data === undefined ? null : <Pager page={page} size={size} of={data} stale={stale} onPage={setPage} />}
    </div>
  );
}
