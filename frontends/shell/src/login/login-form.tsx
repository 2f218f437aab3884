import { messages } from '@numscope/contracts/constants';
import { isHome, lazyPart, rememberedPath, translate, t as uiTexts } from '@numscope/ui';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { SessionEndNote } from './session-end-note.tsx';
import { t } from '../texts/texts.ts';
import { enter } from './enter.ts';
import { Fault } from './fault.tsx';
import { PasswordField } from './password-field.tsx';
import type { Refusal } from './sign-in.ts';

const CodeField = lazyPart(() => import('./code-field.tsx'));

interface Faults {
  username?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
}

/** Begun when somebody types: a page that is only looked at loads no schemas. */
const loadSignIn = (): Promise<typeof import('./sign-in.ts')> => import('./sign-in.ts');
/** Whoever asks for it by the button is told when it does not come. */
const loadAhead = (): void => void loadSignIn().catch(() => undefined);

/** Whether the login leads to a page that somebody was on: to the first screen of a role it leads anyway. */
const leadsBack = (): boolean => {
  const path = rememberedPath();
  return path !== null && !isHome(path);
};

/**
 * The login: name and password are needed, and a code once the server asks for one; afterwards back to the remembered
 * page that fits the role.
 */
export function LoginForm({ brand, besides }: { brand: ReactNode; besides: ReactNode }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  /** Null: no code was asked for. */
  const [code, setCode] = useState<string | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const refuse = ({ of, text }: Refusal): void => {
    setBusy(false);
    if (of === 'code-required') return setCode('');
    if (of === 'code-wrong') {
      setCode('');
      return setFaults({ code: text });
    }
    setPassword('');
    setCode(null);
    setFaults({ password: text });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing: Faults = {
      username: username.trim() === '' ? translate(messages.usernameRequired) : undefined,
      password: password === '' ? translate(messages.passwordRequired) : undefined,
      code: code?.trim() === '' ? t('codeRequired') : undefined,
    };
    setFaults(missing);
    if (Object.values(missing).some((fault) => fault !== undefined)) return;
    setBusy(true);
    const body = { username: username.trim(), password, ...(code === null ? {} : { code }) };
    try {
      const { signIn } = await loadSignIn();
      const answer = await signIn(body);
      if (typeof answer === 'string') enter(answer);
      else refuse(answer);
    } catch {
      refuse({ of: 'other', text: uiTexts('noAnswer') });
    }
  };
  return (
    <form className="sh-login-form" noValidate onSubmit={(event) => void submit(event)}>
      {brand}
      <h1>{t('signIn')}</h1>
      <SessionEndNote />
      <p className="ns-t2">{leadsBack() ? t('returnHint') : t('signInHint')}</p>
      <div className="ns-field">
        <label htmlFor="username">{t('username')}</label>
        <div className="ns-input" data-size="lg" data-invalid={faults.username === undefined ? undefined : ''}>
          <input
            ref={first}
            id="username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={username}
            aria-invalid={faults.username !== undefined}
            aria-describedby="username-fault"
            onChange={(event) => {
              loadAhead();
              setUsername(event.target.value);
              setCode(null);
            }}
          />
        </div>
        <Fault id="username-fault" text={faults.username} />
      </div>
      <PasswordField
        value={password}
        fault={faults.password}
        onChange={(value) => {
          setPassword(value);
          setCode(null);
        }}
      />
      {code === null ? null : <CodeField value={code} fault={faults.code} onChange={setCode} />}
      <button type="submit" className="ns-btn" data-kind="primary" data-size="lg" disabled={busy} aria-busy={busy}>
        {t(busy ? 'signingIn' : 'signIn')}
      </button>
      {besides}
      <p className="ns-sm ns-t3 sh-login-hint">{t('recordedHint')}</p>
    </form>
  );
}
