import { IconArrowBigUp, IconEye, IconEyeOff, IconKeyboard } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../texts/texts.ts';
import { Fault } from './fault.tsx';

interface Props {
  value: string;
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** The password, which can be shown, with a word about Caps Lock. */
export function PasswordField({ value, fault, onChange }: Props) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <div className="ns-field">
      <label htmlFor="password">{t('password')}</label>
      <div className="ns-input" data-size="lg" data-invalid={fault === undefined ? undefined : ''}>
        <input
          id="password"
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          value={value}
          aria-invalid={fault !== undefined}
          aria-describedby="password-fault caps-lock"
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={watchCaps}
          onKeyUp={watchCaps}
          onBlur={() => setCapsLock(false)}
        />
        {capsLock ? <IconArrowBigUp size={16} stroke={1.7} color="var(--ns-warn)" aria-hidden /> : null}
        <button
          type="button"
          className="ns-ib"
          aria-label={t(shown ? 'hidePassword' : 'showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <EyeIcon size={16} stroke={1.7} aria-hidden />
        </button>
      </div>
      <output id="caps-lock" className="ns-st ns-sm" data-tone="warn">
        {capsLock ? (
          <>
            <IconKeyboard size={14} stroke={1.8} aria-hidden />
            {t('capsLock')}
          </>
        ) : null}
      </output>
      <Fault id="password-fault" text={fault} />
    </div>
  );
}
