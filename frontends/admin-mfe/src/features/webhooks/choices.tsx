import type { ReactNode } from 'react';
import { FieldMessage, type FieldMessageProps } from '../../components/form-messages.tsx';

interface ChoicesProps<T extends string> extends FieldMessageProps {
  legend: string;
  choices: readonly T[];
  value: readonly T[];
  onChange: (value: T[]) => void;
  /** What stands behind a name. */
  explain?: (choice: T) => ReactNode;
}

/** Any of some names, as the API writes them. */
export function Choices<const T extends string>({
  id,
  legend,
  choices,
  value,
  fault,
  hint,
  onChange,
  explain,
}: ChoicesProps<T>) {
  return (
    <fieldset id={id} tabIndex={-1} className="ns-fieldset ns-field" aria-describedby={`${id}says`}>
      <legend className="ns-label">{legend}</legend>
      <div className="ad-names" data-explained={explain === undefined ? undefined : ''}>
        {choices.map((choice) => (
          <label key={choice} className="ad-name">
            <input
              type="checkbox"
              className="ns-check"
              checked={value.includes(choice)}
              aria-invalid={fault !== undefined}
              onChange={({ target }) =>
                onChange(choices.filter((one) => (one === choice ? target.checked : value.includes(one))))
              }
            />
            <span className="ns-clip" title={choice}>
              <span className="ns-mono ns-sm">{choice}</span>
              {explain === undefined ? null : <span className="ns-sm ns-t3"> {explain(choice)}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldMessage id={`${id}says`} fault={fault} hint={hint} />
    </fieldset>
  );
}
