import './about-card.css';
import type { Profile } from '@numscope/contracts';
import { ProvenanceChip } from '@numscope/ui';
import { lineRows } from './line-rows.ts';
import { SectionCard } from './section-card.tsx';

/** What sources say of the line as it is today, each with who says so and when. */
export function LineCard({ profile }: { profile: Profile }) {
  const rows = lineRows(profile);
  return (
    <SectionCard id="line" count={rows.length}>
      <dl className="rp-about">
        {rows.map(({ label, text, entries }) => (
          <div key={label} className="rp-kv">
            <dt>{label}</dt>
            <dd className="ns-clip" title={text}>
              {text}
            </dd>
            <dd>
              <ProvenanceChip entries={entries} />
            </dd>
          </div>
        ))}
      </dl>
    </SectionCard>
  );
}
