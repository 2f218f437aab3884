import { useId, useState } from 'react';
import { type NumberText, numberOf, shownNumber } from './typed-number.ts';

interface NumberFieldProps {
  label: string;
  /** What stands in the text. */
  value: NumberText;
  onChange: (value: NumberText) => void;
}

/** A number of the text of a source; what is no number goes into the text as it is typed, whose faults the server tells. */
export function NumberField({ label, value, onChange }: NumberFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  return (
    <div className="ns-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="ns-input ns-num"
        inputMode="decimal"
        value={shownNumber(typed, value)}
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(numberOf(target.value));
        }}
      />
    </div>
  );
}
