import type { Job } from '@numscope/contracts';
import { ErrorState, formatCount, Phone, PhoneStatusMark, StaleNote, useCall } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';
import { AnswerLine } from './answer-line.tsx';
import { whileRunning } from './while-running.ts';

const SHOWN = 4;

/** The first phones of a job, and the way to all of them. */
export function FirstPhones({ job, onAll }: { job: Job; onAll: () => void }) {
  const query = useCall(
    'jobPhones',
    { params: { id: job.id }, body: { page: 0, size: SHOWN } },
    { quiet: true, ...whileRunning(job) },
  );
  const { data, error, refetch } = query;
  if (data === undefined)
    return error === null ? null : (
      <section className="ns-sect" aria-label={texts('phones')}>
        <ErrorState error={error} title={texts('phonesFailed')} onRetry={() => void refetch()} />
      </section>
    );
  if (data.content.length === 0) return null;
  return (
    <section className="ns-sect" aria-label={texts('phones')}>
      <div className="ns-sect-head jb-tight">
        <h3>{texts('phones')}</h3>
        <button type="button" className="ns-xs ns-link" onClick={onAll}>
          {texts('allPhones', { count: formatCount(job.totalPhoneNumbers) })}
        </button>
      </div>
      <StaleNote query={query} />
      <table className="ns-mini jb-first-phones">
        <tbody>
          {data.content.map((phone) => (
            <tr key={phone.phone}>
              <td>
                <Phone phone={phone.phone} copy="none" />
              </td>
              <td>
                <PhoneStatusMark status={phone.status} />
              </td>
              <td className="ns-right jb-answer">
                <AnswerLine phone={phone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
