import './disagreements-card.css';
import type { Profile } from '@numscope/contracts';
import { Dialog, formatDecimal, isAdmin, ProvenanceChip, useCall, useSession } from '@numscope/ui';
import { IconArrowsSplit2, IconCheck, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { labelOf } from '../../domain/fields.ts';
import { disagreements } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { valueText } from './value-text.ts';

/** How much each source is trusted, by its name; only administrators may read the sources. */
function useTrust(): (source: string) => number | null {
  const { data } = useCall('listSources', {}, { enabled: isAdmin(useSession()), quiet: true });
  return (source) => data?.find(({ name }) => name === source)?.trust ?? null;
}

/** What the sources say differently, side by side; the chosen value first, and the rule in words. */
export function DisagreementsCard({ profile }: { profile: Profile }) {
  const [rules, setRules] = useState(false);
  const fields = disagreements(profile);
  const trust = useTrust();
  if (fields.length === 0) return null;
  return (
    <section className="ns-card rp-card" id="disagree" tabIndex={-1} aria-labelledby="disagree-title">
      <div className="ns-card-head">
        <IconArrowsSplit2 size={14} stroke={1.8} className="tabler-icon ns-t3" aria-hidden />
        <h3 id="disagree-title">{texts('disagree')}</h3>
        <span className="ns-sm ns-t3 ns-num">{fields.length}</span>
      </div>
      <div className="rp-disagree">
        {fields.map(({ field, options }) => (
          <div key={field} className="rp-vs">
            <span className="ns-sm ns-t3">{texts(labelOf(field))}</span>
            <ul className="rp-options">
              {options.map((entries, i) => {
                const [first] = entries;
                if (first === undefined) return null;
                const known = trust(first.source);
                return (
                  <li key={valueText(field, first.value)} className="rp-option" data-chosen={i === 0 ? '' : undefined}>
                    {i === 0 ? <IconCheck size={14} stroke={1.8} aria-hidden /> : null}
                    <span className={i === 0 ? 'ns-b ns-clip' : 'ns-t2 ns-clip'}>{valueText(field, first.value)}</span>
                    <span className="ns-grow" />
                    {known === null ? null : (
                      <span className="ns-sm ns-t3 ns-num">{texts('trust', { value: formatDecimal(known, 2) })}</span>
                    )}
                    <ProvenanceChip entries={entries} />
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
        <p className="rp-rule">
          <IconScale size={14} stroke={1.8} aria-hidden />
          {texts('rule')}
          <button type="button" className="ns-link ns-noprint" onClick={() => setRules(true)}>
            {texts('howDecided')}
          </button>
        </p>
      </div>
      {rules ? (
        <Dialog title={texts('ruleTitle')} onClose={() => setRules(false)}>
          <ol className="rp-rules">
            {(['rule1', 'rule2', 'rule3', 'rule4', 'rule5'] as const).map((rule) => (
              <li key={rule}>{texts(rule)}</li>
            ))}
          </ol>
        </Dialog>
      ) : null}
    </section>
  );
}
