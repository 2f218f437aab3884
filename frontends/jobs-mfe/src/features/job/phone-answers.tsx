import './phone-answers.css';
import type { JobPhone } from '@numscope/contracts';
import { Link, Mark, Moment, phoneStatusKinds } from '@numscope/ui';
import { texts } from '../../texts/opened.ts';

/** Why no source said anything. */
function emptyKey({ profileDeleted, doNotLookUp }: JobPhone): 'profileDeleted' | 'doNotLookUp' | 'noAnswers' {
  if (doNotLookUp === true) return 'doNotLookUp';
  return profileDeleted === true ? 'profileDeleted' : 'noAnswers';
}

/** What each source said of one phone, and when. */
export function PhoneAnswers({ phone }: { phone: JobPhone }) {
  return (
    <div className="jb-answers">
      {phone.sources.length === 0 ? <span className="ns-sm ns-t3">{texts(emptyKey(phone))}</span> : null}
      <ul aria-label={texts('answersFor', { phone: phone.phone })}>
        {phone.sources.map((answer) => (
          <li key={answer.source}>
            <span className="ns-b jb-source">{answer.source}</span>
            <Mark kind={phoneStatusKinds[answer.status]} />
            <span className="ns-grow ns-t3">{answer.cached ? texts('cachedAnswer') : ''}</span>
            <Moment className="ns-t3 ns-nowrap" at={answer.at} precise />
            {answer.message === undefined ? null : <span className="ns-t3 jb-answer-why">{answer.message}</span>}
          </li>
        ))}
      </ul>
      {phone.status === 'FOUND' ? (
        <Link className="ns-sm" to={`/ext/results/${encodeURIComponent(phone.phone)}`}>
          {texts('openProfile')}
        </Link>
      ) : null}
    </div>
  );
}
