import './wordcloud-card.css';
import type { Profile } from '@numscope/contracts';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';
import { wordsOf } from './word-weights.ts';

const SHOWN = 40;
/** Pixels and weight of each step, from said once to said most. */
const steps = 5;

/** The words by which others have saved the number; the larger, the more often. */
export function WordcloudCard({ profile }: { profile: Profile }) {
  const words = wordsOf(profile);
  const most = words[0]?.count ?? 1;
  return (
    <SectionCard id="wordcloud" count={words.length} aside={<span className="ns-sm ns-t3">{texts('howSaved')}</span>}>
      <ul className="rp-words">
        {words.slice(0, SHOWN).map(({ word, count }) => (
          <li
            key={word}
            data-step={most === 1 ? 2 : Math.max(1, Math.ceil((count / most) * steps))}
            title={String(count)}
          >
            {word}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
