import './login-page.css';
import { messages } from '@numscope/contracts';
import { callApi, forgetPath, landingPath, navigate, rememberedPath, startSession, useSettings } from '@numscope/ui';
import { IconAlertTriangle, IconArrowBigUp, IconEye, IconEyeOff, IconKeyboard } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Logo } from '../chrome/logo.tsx';
import { LoginArt } from './login-art.tsx';
import { LoginFooter } from './login-footer.tsx';
import { t } from '../texts/texts.ts';

interface Faults {
  username?: string | undefined;
  password?: string | undefined;
}

/** The login: both fields are needed; afterwards back to the remembered page that fits the role. */
export default function LoginPage() {
  const { productName } = useSettings();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const missing = {
      username: username.trim() === '' ? messages.usernameRequired : undefined,
      password: password === '' ? messages.passwordRequired : undefined,
    };
    setFaults(missing);
    if (missing.username !== undefined || missing.password !== undefined) return;
    setBusy(true);
    try {
      const { accessToken } = await callApi('login', { body: { username: username.trim(), password } });
      const session = startSession(accessToken);
      const path = landingPath(session, rememberedPath());
      forgetPath();
      navigate(path, { replace: true });
    } catch (error) {
      setBusy(false);
      setPassword('');
      setFaults({ password: error instanceof Error ? error.message : messages.badCredentials });
    }
  };
  const watchCaps = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'));
  const EyeIcon = shown ? IconEyeOff : IconEye;
  return (
    <main className="sh-login">
      <LoginArt />
      <div className="sh-login-side">
        <form className="sh-login-form" noValidate onSubmit={(event) => void submit(event)}>
          <div className="ns-row sh-login-brand">
            <Logo size={34} />
            <span>{productName}</span>
          </div>
          <h1>{t('signIn')}</h1>
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
                onChange={(event) => setUsername(event.target.value)}
              />
            </div>
            <Fault id="username-fault" text={faults.username} />
          </div>
          <div className="ns-field">
            <label htmlFor="password">{t('password')}</label>
            <div className="ns-input" data-size="lg" data-invalid={faults.password === undefined ? undefined : ''}>
              <input
                id="password"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                value={password}
                aria-invalid={faults.password !== undefined}
                aria-describedby="password-fault caps-lock"
                onChange={(event) => setPassword(event.target.value)}
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
            <Fault id="password-fault" text={faults.password} />
          </div>
          <button type="submit" className="ns-btn" data-kind="primary" data-size="lg" disabled={busy} aria-busy={busy}>
            {t(busy ? 'signingIn' : 'signIn')}
          </button>
          <p className="ns-sm ns-t3 sh-login-hint">{t('recordedHint')}</p>
        </form>
        <LoginFooter />
      </div>
    </main>
  );
}

function Fault({ id, text }: { id: string; text: string | undefined }) {
  return (
    <span id={id} role="alert" className="ns-field-error">
      {text === undefined ? null : (
        <>
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
          {text}
        </>
      )}
    </span>
  );
}
