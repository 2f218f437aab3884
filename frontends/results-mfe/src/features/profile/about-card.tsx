import './about-card.css';
import type { Profile } from '@numscope/contracts';
import { ProvenanceChip } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { aboutRows } from './about-rows.ts';
import { SectionCard } from './section-card.tsx';

/** The single values, each with the sources that say the chosen one. */
export function AboutCard({ profile }: { profile: Profile }) {
  return (
    <SectionCard id="about" aside={<span className="ns-sm ns-t3 ns-wide">{texts('chip')}</span>}>
      <dl className="rp-about">
        {aboutRows(profile).map(({ label, text, entries }) => (
          <div key={label} className="rp-kv">
            <dt>{label}</dt>
            <dd className={text === null ? 'ns-t3' : 'ns-clip'} title={text ?? undefined}>
              {text ?? texts('nobody')}
            </dd>
            <dd>{text === null ? null : <ProvenanceChip entries={entries} />}</dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
