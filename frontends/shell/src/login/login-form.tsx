import { ApiFailure } from '@numscope/client';
import { messages } from '@numscope/contracts';
import { callApi, rememberedPath, said } from '@numscope/ui';
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { SessionEndNote } from './session-end-note.tsx';
import { t } from '../texts/texts.ts';
import { enter } from './enter.ts';
import { Fault } from './fault.tsx';
import { PasswordField } from './password-field.tsx';

const CodeField = lazy(() => import('./code-field.tsx'));

interface Faults {
  username?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
}

const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiFailure && error.code === code;

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

  const refuse = (error: unknown): void => {
    setBusy(false);
    const text = error instanceof Error ? error.message : said(messages.badCredentials);
    if (isRefusal(error, 'CODE_REQUIRED')) return setCode('');
    if (isRefusal(error, 'CODE_WRONG')) {
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
      username: username.trim() === '' ? said(messages.usernameRequired) : undefined,
      password: password === '' ? said(messages.passwordRequired) : undefined,
      code: code?.trim() === '' ? t('codeRequired') : undefined,
    };
    setFaults(missing);
    if (Object.values(missing).some((fault) => fault !== undefined)) return;
    setBusy(true);
    try {
      const body = { username: username.trim(), password, ...(code === null ? {} : { code }) };
      enter((await callApi('login', { body })).accessToken);
    } catch (error) {
      refuse(error);
    }
  };
  return (
    <form className="sh-login-form" noValidate onSubmit={(event) => void submit(event)}>
      {brand}
      <h1>{t('signIn')}</h1>
      <SessionEndNote />
      <p className="ns-t2">{rememberedPath() === null ? t('signInHint') : t('returnHint')}</p>
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
      <Suspense fallback={null}>
        {code === null ? null : <CodeField value={code} fault={faults.code} onChange={setCode} />}
      </Suspense>
      <button type="submit" className="ns-btn" data-kind="primary" data-size="lg" disabled={busy} aria-busy={busy}>
        {t(busy ? 'signingIn' : 'signIn')}
      </button>
      {besides}
      <p className="ns-sm ns-t3 sh-login-hint">{t('recordedHint')}</p>
    </form>
  );
}
