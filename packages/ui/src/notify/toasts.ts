import { limits } from '@numscope/contracts';
import { said } from '../said/said.ts';

/** The specified colours of a toast. */
export type ToastTone = 'error' | 'success' | 'warning' | 'general';

export interface Toast {
  id: number;
  tone: ToastTone;
  title?: string | undefined;
  message: string;
  /** Milliseconds until it goes by itself. */
  duration: number;
}

const SHOWN = 'numscope:toast';
let last = 0;

/** Shows a notification at the bottom right, messages of the contracts in the reader's language. Works from every part of the console: the shell alone hosts them. */
export function notify(tone: ToastTone, message: string, title?: string): void {
  last += 1;
  const toast: Toast = {
    id: Date.now() * 1000 + (last % 1000),
    tone,
    message: said(message),
    title: title === undefined ? undefined : said(title),
    duration: limits.notificationMs,
  };
  window.dispatchEvent(new CustomEvent(SHOWN, { detail: toast }));
}

/** For the one host of toasts. */
export function onToast(listener: (toast: Toast) => void): () => void {
  const heard = (event: Event): void => {
    if (event instanceof CustomEvent) listener(event.detail);
  };
  window.addEventListener(SHOWN, heard);
  return () => window.removeEventListener(SHOWN, heard);
}
