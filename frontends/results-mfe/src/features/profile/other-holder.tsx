import './other-holder.css';
import type { Profile } from '@numscope/contracts';
import { formatDay, formatPercent, formatUtc } from '@numscope/ui';
import { IconUserQuestion } from '@tabler/icons-react';
import { holderReasonWords } from '../../domain/holder-reasons.ts';
import { texts } from '../../texts/texts.ts';

/** That the number has probably changed hands, since when, how sure that is and why. */
export function OtherHolder({ profile }: { profile: Profile }) {
  // A profile by older rules says nothing of it.
  const other = profile.otherHolder ?? null;
  if (other === null) return null;
  return (
    <section className="rp-holder" role="note" aria-labelledby="other-holder-title">
      <IconUserQuestion size={18} stroke={1.8} aria-hidden />
      <div>
        <h2 id="other-holder-title" title={formatUtc(other.since)}>
          {texts('otherHolder', { day: formatDay(other.since) })}
        </h2>
        <p>
          {texts('otherHolderHint', { percent: formatPercent(other.likelihood * 100) })}{' '}
          {other.reasons.map((reason) => texts(holderReasonWords[reason])).join('; ')}.
        </p>
      </div>
    </section>
  );
}
