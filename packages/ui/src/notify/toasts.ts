import { limits } from '@numscope/contracts/constants';
import { t } from '../i18n/texts.ts';
import { translate } from '../server-texts/translate.ts';

/** The specified colours of a toast. */
export type ToastTone = 'error' | 'success' | 'warning' | 'general';

export interface Toast {
  id: number;
  tone: ToastTone;
  title?: string | undefined;
  message: string;
  /** Milliseconds until it goes by itself. */
  duration: number;
  /** What can be done about it while it is shown. */
  action?: { label: string; run: () => void };
}

const SHOWN = 'numscope:toast';
let last = 0;

/** Shows a notification at the bottom right, messages of the contracts in the reader's language. Works from every part of the console: the shell alone hosts them. */
export const notify = (tone: ToastTone, message: string, title?: string): void =>
  show({ tone, message, title, duration: limits.notificationMs });

/** Says what was done, for twice as long as a notification, with a button that takes it back. */
export const offerUndo = (message: string, undo: () => void, title?: string): void =>
  show({ tone: 'success', message, title, duration: limits.undoMs, action: { label: t('undo'), run: undo } });

function show(toast: Omit<Toast, 'id'>): void {
  last += 1;
  const detail: Toast = {
    ...toast,
    message: translate(toast.message),
    title: toast.title === undefined ? undefined : translate(toast.title),
    id: Date.now() * 1000 + (last % 1000),
  };
  window.dispatchEvent(new CustomEvent(SHOWN, { detail }));
}

/** For the one host of toasts. */
export function onToast(listener: (toast: Toast) => void): () => void {
  const heard = (event: Event): void => {
    if (event instanceof CustomEvent) listener(event.detail);
  };
  window.addEventListener(SHOWN, heard);
  return () => window.removeEventListener(SHOWN, heard);
}
