import './disagreements-card.css';
import { type Disagreement, isSingle, type Profile } from '@numscope/contracts';
import { Dialog, formatDecimal, isAdmin, ProvenanceChip, useCall, useSession } from '@numscope/ui';
import { IconArrowsSplit2, IconCheck, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { labelOf } from '../../domain/fields.ts';
import { disagreementsOf, entriesOfOption } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { valueText } from './value-text.ts';

/** How much each source is trusted, by its name; only administrators may read the sources. */
function useTrust(): (source: string) => number | null {
  const { data } = useCall('listSources', {}, { enabled: isAdmin(useSession()), quiet: true });
  return (source) => data?.find(({ name }) => name === source)?.trust ?? null;
}

const words = {
  TRUST: 'ruleTrust',
  OBSERVED_AT: 'ruleObserved',
  AGREEMENT: 'ruleAgreement',
  SOURCE_NAME: 'ruleName',
} as const satisfies Record<Disagreement['rule'], string>;

const labelText = (field: Disagreement['field']): string => texts(isSingle(field) ? labelOf(field) : 'names');
const optionText = (field: Disagreement['field'], value: unknown): string =>
  isSingle(field) ? valueText(field, value) : String(value);

/** What the sources say differently, side by side; the chosen value first, and the rule that chose it. */
export function DisagreementsCard({ profile }: { profile: Profile }) {
  const [rules, setRules] = useState(false);
  const fields = disagreementsOf(profile);
  const trust = useTrust();
  if (fields.length === 0) return null;
  return (
    <section className="ns-card rp-card" id="disagree" tabIndex={-1} aria-labelledby="disagree-title">
      <div className="ns-card-head">
        <IconArrowsSplit2 size={14} stroke={1.8} className="tabler-icon ns-t3" aria-hidden />
        <h2 id="disagree-title">{texts('disagree')}</h2>
        <span className="ns-sm ns-t3 ns-num">{fields.length}</span>
      </div>
      <div className="rp-disagree">
        {fields.map(({ field, values, rule }) => (
          <div key={field} className="rp-vs">
            <span className="ns-sm ns-t3">{labelText(field)}</span>
            <ul className="rp-options">
              {values.map((option, i) => {
                const [first = ''] = option.sources;
                const text = optionText(field, option.value);
                const known = trust(first);
                return (
                  <li key={text} className="rp-option" data-chosen={i === 0 ? '' : undefined}>
                    {i === 0 ? <IconCheck size={14} stroke={1.8} aria-hidden /> : null}
                    <span className={i === 0 ? 'ns-b ns-clip' : 'ns-t2 ns-clip'} title={text}>
                      {text}
                    </span>
                    <span className="ns-grow" />
                    {known === null ? null : (
                      <span className="ns-sm ns-t3 ns-num">{texts('trust', { value: formatDecimal(known, 2) })}</span>
                    )}
                    <ProvenanceChip entries={entriesOfOption(profile, field, option)} />
                  </li>
                );
              })}
            </ul>
            <span className="rp-why ns-sm ns-t3">{texts(words[rule])}</span>
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
