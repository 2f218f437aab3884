import { useEffect, useRef } from 'react';
import { t } from '../texts/texts.ts';
import { Fault } from './fault.tsx';

interface Props {
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** The code of a second factor; it is what is typed next, so the cursor stands in it. */
export default function CodeField({ value, fault, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <div className="ns-field">
      <label htmlFor="code">{t('code')}</label>
      <div className="ns-input" data-size="lg" data-invalid={fault === undefined ? undefined : ''}>
        <input
          ref={input}
          id="code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby="code-hint code-fault"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <span id="code-hint" className="ns-hint">
        {t('codeHint')}
      </span>
      <Fault id="code-fault" text={fault} />
    </div>
  );
}
