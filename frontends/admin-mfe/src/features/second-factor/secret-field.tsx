import { FieldMessage } from '../../components/form-messages.tsx';
import { useId } from 'react';

/** Tells browsers and password managers what belongs into the field. */
const autoComplete = {
  password: 'current-password',
  'new-password': 'new-password',
  code: 'one-time-code',
} as const;

interface Props {
  label: string;
  kind: keyof typeof autoComplete;
  value: string;
  hint?: string;
  fault: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

/** A password or a code, with what is wrong with it below. */
export function SecretField({ label, kind, value, hint, fault, onChange, onBlur }: Props) {
  const id = useId();
  return (
    <div className="ns-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ns-input"
        type={kind === 'code' ? 'text' : 'password'}
        autoComplete={autoComplete[kind]}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        data-invalid={fault === undefined ? undefined : ''}
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}says`}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <FieldMessage id={`${id}says`} fault={fault} hint={hint} />
    </div>
  );
}
