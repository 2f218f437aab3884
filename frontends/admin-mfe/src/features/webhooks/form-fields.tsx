import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface SaysProps {
  id: string;
  fault: string | undefined;
  hint?: string | undefined;
}

/** What is to be known of a field, or what is wrong with it. */
export const Says = ({ id, fault, hint }: SaysProps) => (
  <span id={id} aria-live="polite" className={fault === undefined ? 'ns-hint' : 'ns-field-error'}>
    {fault === undefined ? null : <IconAlertCircle size={14} stroke={1.8} aria-hidden />}
    {fault ?? hint}
  </span>
);

interface TextProps extends SaysProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'url' | 'password';
  /** More than one: a text of several lines. */
  rows?: number;
  /** Beside the field. */
  children?: ReactNode;
}

/** A text with its label, and what is wrong with it. */
export function TextInput({ id, label, value, fault, hint, onChange, type = 'text', rows = 1, children }: TextProps) {
  const common = {
    id,
    className: 'ns-input',
    autoComplete: type === 'password' ? 'new-password' : 'off',
    spellCheck: false,
    value,
    'data-invalid': fault === undefined ? undefined : '',
    'aria-invalid': fault !== undefined,
    'aria-describedby': `${id}says`,
  } as const;
  const field =
    rows > 1 ? (
      <textarea {...common} rows={rows} onChange={({ target }) => onChange(target.value)} />
    ) : (
      <input {...common} type={type} onChange={({ target }) => onChange(target.value)} />
    );
  return (
    <div className="ns-field">
      <label htmlFor={id}>{label}</label>
      {children === undefined ? (
        field
      ) : (
        <span className="ns-row">
          {field}
          {children}
        </span>
      )}
      <Says id={`${id}says`} fault={fault} hint={hint} />
    </div>
  );
}

interface ChoicesProps<T extends string> extends SaysProps {
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
      <Says id={`${id}says`} fault={fault} hint={hint} />
    </fieldset>
  );
}
