import type { InputHTMLAttributes, ReactNode } from 'react';
import { FieldMessage, type FieldMessageProps } from './form-messages.tsx';

type Native =
  | 'type'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'spellCheck'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'readOnly';

interface TextProps extends Omit<FieldMessageProps, 'fault'>, Pick<InputHTMLAttributes<HTMLInputElement>, Native> {
  /** Null: nothing is said of it. */
  fault: string | undefined | null;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** More than one: a text of several lines. */
  rows?: number;
  /** Stands below the field also when something is wrong with it. */
  about?: string;
  /** Beside the field. */
  children?: ReactNode;
}

const validity = (id: string, fault: string | undefined, about: string | undefined) => ({
  'data-invalid': fault === undefined ? undefined : '',
  'aria-invalid': fault !== undefined,
  'aria-describedby': about === undefined ? `${id}says` : `${id}about ${id}says`,
});

/** A text with its label, and what is wrong with it. A `readOnly` one keeps the focus, which a disabled one would lose. */
export function TextInput({
  id,
  label,
  value,
  fault,
  hint,
  about,
  onChange,
  type = 'text',
  rows = 1,
  children,
  ...rest
}: TextProps) {
  const common = {
    autoComplete: type === 'password' ? 'new-password' : 'off',
    spellCheck: false,
    ...rest,
    id,
    className: 'ns-input',
    value,
    ...(fault === null ? {} : validity(id, fault, about)),
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
      {about === undefined ? null : (
        <span id={`${id}about`} className="ns-sm ns-t3">
          {about}
        </span>
      )}
      {fault === null ? null : <FieldMessage id={`${id}says`} fault={fault} hint={hint} />}
    </div>
  );
}
