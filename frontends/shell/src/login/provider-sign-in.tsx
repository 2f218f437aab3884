import { callApi } from '@numscope/ui';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { enter } from './enter.ts';
import { Fault } from './fault.tsx';
import { logoutSettled } from './log-out.ts';
import { type Returned, takeReturned } from './returned.ts';

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const finish = async (body: Returned): Promise<void> =>
  enter((await callApi('finishProviderSignIn', { body }, { quiet: true })).accessToken);

/** Sends the browser to the identity provider, and takes it in when it comes back from there. */
export default function ProviderSignIn({ label, isOnlyWay }: { label: string; isOnlyWay: boolean }) {
  const [returned] = useState(takeReturned);
  const [busy, setBusy] = useState(returned !== null);
  const [fault, setFault] = useState<string>();
  const begun = useRef(false);
  useEffect(() => {
    // A code is good once, however often this is drawn.
    if (returned === null || begun.current) return;
    begun.current = true;
    finish(returned).catch((error: unknown) => {
      setBusy(false);
      setFault(textOf(error));
    });
  }, [returned]);
  const start = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    // The page is left now, and what it waits for with it.
    await logoutSettled();
    try {
      location.assign((await callApi('startProviderSignIn', {}, { quiet: true })).url);
    } catch (error) {
      setBusy(false);
      setFault(textOf(error));
    }
  };
  return (
    <div className="ns-field sh-login-provider">
      <button
        type="button"
        className="ns-btn"
        data-kind={isOnlyWay ? 'primary' : undefined}
        data-size="lg"
        disabled={busy}
        aria-busy={busy}
        aria-describedby="provider-fault"
        onClick={() => void start()}
      >
        {busy ? t('signingIn') : t('signInBy', { provider: label })}
      </button>
      <Fault id="provider-fault" text={fault} />
    </div>
  );
}
