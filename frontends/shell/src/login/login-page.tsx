import './login-page.css';
import { useSettings, lazyPart } from '@numscope/ui';
import { Logo } from '../chrome/logo.tsx';
import { LoginArt } from './login-art.tsx';
import { LoginFooter } from './login-footer.tsx';
import { LoginForm } from './login-form.tsx';
import { SessionEndNote } from './session-end-note.tsx';
import { t } from '../texts/texts.ts';

const ProviderSignIn = lazyPart(() => import('./provider-sign-in.tsx'));

/** The ways in, and what stands around them. */
export default function LoginPage() {
  const { productName, provider, localLogin = true } = useSettings();
  const brand = (
    <div className="ns-row sh-login-brand">
      <Logo size={34} />
      <span>{productName}</span>
    </div>
  );
  const byProvider = provider === undefined ? null : <ProviderSignIn label={provider} isOnlyWay={!localLogin} />;
  return (
    <main className="sh-login">
      <LoginArt />
      <div className="sh-login-side">
        {localLogin ? (
          <LoginForm brand={brand} besides={byProvider} />
        ) : (
          <div className="sh-login-form">
            {brand}
            <h1>{t('signIn')}</h1>
            <SessionEndNote />
            <p className="ns-t2">{t('providerHint')}</p>
            {byProvider}
            <p className="ns-sm ns-t3 sh-login-hint">{t('recordedHint')}</p>
          </div>
        )}
        <LoginFooter />
      </div>
    </main>
  );
}
