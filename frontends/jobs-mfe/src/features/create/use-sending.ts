import { translate } from '@numscope/ui';
import { messages } from '@numscope/contracts';
import { ApiFailure } from '@numscope/client';
import { useState } from 'react';

/** Sends a form: whether it is under way, and in words what the server refused the last time. */
export function useSending(): {
  busy: boolean;
  failure: string | null;
  send: (work: () => Promise<void>) => Promise<void>;
} {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (work: () => Promise<void>): Promise<void> => {
    setFailure(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setFailure(error instanceof ApiFailure ? error.message : translate(messages.invalidData));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}
