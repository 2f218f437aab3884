import { useId } from 'react';
import { texts } from '../../texts/texts.ts';

const LONGEST = 1000;

interface FieldProps {
  value: string;
  /** Whether one is required and was not said: then the field says so as a fault. */
  missing: boolean;
  disabled?: boolean;
  onChange: (purpose: string) => void;
}

/** What a search for a face is for, which is recorded with it. */
export function PurposeField({ value, missing, disabled = false, onChange }: FieldProps) {
  const field = useId();
  return (
    <div className="ns-field">
      <label htmlFor={`${field}purpose`}>{texts('searchPurpose')}</label>
      <input
        id={`${field}purpose`}
        className="ns-input"
        value={value}
        maxLength={LONGEST}
        disabled={disabled}
        aria-describedby={`${field}says`}
        aria-invalid={missing}
        data-invalid={missing ? '' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${field}says`} className={missing ? 'ns-field-error' : 'ns-hint'} aria-live="polite">
        {texts(missing ? 'searchPurposeMissing' : 'searchPurposeHint')}
      </span>
    </div>
  );
}
