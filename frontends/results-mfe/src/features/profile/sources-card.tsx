import './sources-card.css';
import type { ProfileDetail } from '@numscope/contracts';
import { formatAge, formatUtc, Mark, phoneStatusKinds } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';

const words = { FOUND: 'answerFound', NOT_FOUND: 'answerNothing', FAILED: 'answerFailed' } as const;

/** What came of asking each source. */
export function SourcesCard({ sources, onAnswers }: { sources: ProfileDetail['sources']; onAnswers: () => void }) {
  return (
    <SectionCard
      id="sources"
      count={sources.length}
      aside={
        <button type="button" className="ns-link ns-noprint" onClick={onAnswers}>
          {texts('asTheyCame')}
        </button>
      }
    >
      <ul className="rp-sources">
        {sources.map(({ lmSource, at, cached, status, message, profile }) => {
          const known = status ?? (profile === null ? 'NOT_FOUND' : 'FOUND');
          return (
            <li key={lmSource} title={[formatUtc(at), message].filter((part) => part !== undefined).join('\n')}>
              <Mark kind={phoneStatusKinds[known]}>{texts(words[known])}</Mark>
              <b>{lmSource}</b>
              <span className="ns-t3 ns-num">
                {formatAge(at)}
                {cached ? `, ${texts('cached')}` : ''}
              </span>
            </li>
          );
        })}
      </ul>
    </SectionCard>
  );
}
