import './toasts.css';
import { onToast, type Toast, type ToastTone, useSession } from '@numscope/ui';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX, type TablerIcon } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { useLift } from './toasts-place.ts';

const icons: Record<ToastTone, TablerIcon> = {
  error: IconAlertTriangle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  general: IconInfoCircle,
};
const MOST = 5;

/** The same words again take the place of the former; what each of two took back would be lost with it. */
const repeats = (former: Toast, toast: Toast): boolean =>
  former.action === undefined && former.message === toast.message && former.title === toast.title;

/**
 * Notifications of every part of the console, bottom right, 5 s; 10 s where something can be taken back, by its button
 * or Ctrl+Z. One under the pointer or with the focus stays. They stand above the bars that they would cover. A login takes away what was said before it: that
 * one was refused, and what somebody else could have taken back.
 */
export function Toasts() {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const box = useRef<HTMLElement>(null);
  const isSignedIn = useSession() !== null;
  const close = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  useEffect(
    () => onToast((toast) => setToasts((all) => [...all.filter((one) => !repeats(one, toast)), toast].slice(-MOST))),
    [],
  );
  useEffect(() => {
    if (isSignedIn) setToasts([]);
  }, [isSignedIn]);
  useUndoKey(toasts, close);
  useEffect(() => {
    // The top layer, above an open dialog; shown anew so that it stands above one that opened meanwhile.
    const element = box.current;
    if (element === null) return;
    if (element.matches(':popover-open')) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts.length]);
  useLift(box, toasts.length);
  return (
    <section ref={box} popover="manual" className="sh-toasts" aria-label={t('notifications')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={close} />
      ))}
    </section>
  );
}

/** Ctrl+Z, or ⌘Z, takes the last thing back while that is offered; in a field it is the field's own. */
function useUndoKey(toasts: readonly Toast[], close: (id: number) => void): void {
  const offered = toasts.findLast(({ action }) => action !== undefined);
  useEffect(() => {
    if (offered === undefined) return;
    const key = (event: KeyboardEvent): void => {
      if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      if (event.target instanceof Element && event.target.matches('input, textarea, select, [contenteditable]')) return;
      event.preventDefault();
      close(offered.id);
      offered.action?.run();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [offered, close]);
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: number) => void }) {
  const [held, setHeld] = useState(false);
  const { action } = toast;
  const Icon = icons[toast.tone];
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onClose(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast, onClose]);
  return (
    <div
      className="sh-toast"
      data-tone={toast.tone}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={16} stroke={1.7} aria-hidden />
      <div className="ns-grow">
        {toast.title === undefined ? null : <strong className="ns-b">{toast.title}</strong>}
        <div className="ns-t2">{toast.message}</div>
      </div>
      {action === undefined ? null : (
        <button
          type="button"
          className="ns-btn"
          data-size="sm"
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => {
            onClose(toast.id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="ns-ib" aria-label={t('close')} onClick={() => onClose(toast.id)}>
        <IconX size={16} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}
