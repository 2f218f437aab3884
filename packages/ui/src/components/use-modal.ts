import { type RefCallback, useCallback, useEffect, useRef } from 'react';

/**
 * Opens a `dialog` as a modal window as soon as it is there: focus stays inside, the page behind is inert. Escape and a
 * press on the backdrop call `onClose`, unless it may not be dismissed.
 */
export function useModal(onClose: () => void, dismissable = true): RefCallback<HTMLDialogElement> {
  const latest = useRef({ onClose, dismissable });
  const modal = useCallback((element: HTMLDialogElement | null) => {
    if (element === null) return;
    const close = (): void => {
      if (latest.current.dismissable) latest.current.onClose();
    };
    // A press that began on the backdrop, not one that slid out of a text field.
    const pressed = (event: MouseEvent): void => {
      if (event.target === element) close();
    };
    const canceled = (event: Event): void => {
      event.preventDefault();
      close();
    };
    if (!element.open) element.showModal();
    // In a form the first field gets the focus, and not the button that closes the dialog.
    element.querySelector<HTMLElement>('.ns-dialog-body :is(input:not([type="file"], [hidden]), textarea)')?.focus();
    element.addEventListener('mousedown', pressed);
    element.addEventListener('cancel', canceled);
    return () => {
      element.removeEventListener('mousedown', pressed);
      element.removeEventListener('cancel', canceled);
      element.close();
    };
  }, []);
  useEffect(() => {
    latest.current = { onClose, dismissable };
  });
  return modal;
}
