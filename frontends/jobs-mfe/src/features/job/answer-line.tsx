import type { JobPhone } from '@numscope/contracts';
import { answersOf } from '../../domain/phone-answers.ts';
import { texts } from '../../texts/opened.ts';

/** In one line: which sources knew the phone, else which could not answer. */
export function AnswerLine({ phone }: { phone: JobPhone }) {
  if (phone.status === 'NOT_VALID') return <span className="ns-t3">{texts('neverAsked')}</span>;
  const { found, failed } = answersOf(phone);
  if (phone.profileDeleted === true) return <span className="ns-t3">{texts('profileDeletedShort')}</span>;
  if (phone.doNotLookUp === true) return <span className="ns-t3">{texts('doNotLookUpShort')}</span>;
  if (phone.sources.length === 0) return <span className="ns-t3">{texts('nobodyAsked')}</span>;
  if (found.length === 0 && failed.length === 0) return <span className="ns-t3">{texts('nobodyKnows')}</span>;
  const [first, ...rest] = found.length > 0 ? found : failed;
  return (
    <span className={found.length > 0 ? 'ns-t2' : 'jb-bad'} title={(found.length > 0 ? found : failed).join(', ')}>
      <span className="jb-source">{first}</span>
      {rest.length > 0 ? <span className="ns-t3"> +{rest.length}</span> : null}
    </span>
  );
}
