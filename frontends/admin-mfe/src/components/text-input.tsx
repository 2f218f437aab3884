import type { ReactNode } from 'react';
import { FieldMessage, type FieldMessageProps } from './form-messages.tsx';

interface TextProps extends FieldMessageProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'url' | 'password';
  /** More than one: a text of several lines. */
  rows?: number;
  /** It takes nothing for now, but keeps the focus, which a disabled one would lose. */
  readOnly?: boolean;
  /** Beside the field. */
  children?: ReactNode;
}

/** A text with its label, and what is wrong with it. */
export function TextInput({
  id,
  label,
  value,
  fault,
  hint,
  onChange,
  type = 'text',
  rows = 1,
  children,
  ...rest
}: TextProps) {
  const common = {
    ...rest,
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
      <FieldMessage id={`${id}says`} fault={fault} hint={hint} />
    </div>
  );
}
