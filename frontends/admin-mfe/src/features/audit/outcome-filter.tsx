import { errorCatalogue } from '@numscope/contracts/errors';
import { FilterChip } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';
import { outcomeWords, refusal } from './outcome-mark.tsx';

const OK = 'OK';
const outcomes = [OK, ...Object.keys(errorCatalogue)];

/** The codes that calls are refused by, under their HTTP status. */
function refusalsByStatus(): Array<[status: string, codes: string[]]> {
  const groups = new Map<string, string[]>();
  for (const code of Object.keys(errorCatalogue)) {
    const { status } = refusal(code);
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

interface OutcomeFilterProps {
  /** `OK`, an error code, or nothing. */
  value: string;
  onChange: (outcome: string) => void;
}

/** Entries of calls that were allowed, or refused for one reason. */
export function OutcomeFilter({ value, onChange }: OutcomeFilterProps) {
  return (
    <FilterChip name={texts('outcome')} value={value === '' ? null : outcomeWords(value)} onRemove={() => onChange('')}>
      {(close) => (
        <select
          className="ns-input ad-outcomes"
          aria-label={texts('outcome')}
          size={12}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') close();
          }}
          onClick={close}
        >
          {/* An address may name one that this version does not know. */}
          {value === '' || outcomes.includes(value) ? null : <option value={value}>{value}</option>}
          <option value={OK}>{texts('allowed')}</option>
          {refusalsByStatus().map(([status, codes]) => (
            <optgroup key={status} label={texts('refused', { status })}>
              {codes.map((code) => (
                <option key={code} value={code}>
                  {outcomeWords(code)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </FilterChip>
  );
}
