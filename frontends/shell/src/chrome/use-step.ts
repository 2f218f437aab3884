import { useRealtime } from '@numscope/ui';
import { useEffect, useState } from 'react';

/** A step of which nothing was heard for so long was given up with its server. */
const FORGOTTEN_MS = 10_000;

/** The long step that was told of last and still goes on; null: none. */
export function useStep(): string | null {
  const [step, setStep] = useState<{ name: string; at: number } | null>(null);
  useRealtime((message) => {
    if (message.type !== 'step') return;
    const { step: name, state } = message.data;
    if (state !== 'completed') setStep({ name, at: message.at });
    else setStep((now) => (now?.name === name ? null : now));
  });
  useEffect(() => {
    if (step === null) return;
    const timer = setTimeout(() => setStep(null), FORGOTTEN_MS);
    return () => clearTimeout(timer);
  }, [step]);
  return step?.name ?? null;
}
