import { type RefCallback, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { floatBeside, type Side } from './floating.ts';

export interface Popover {
  open: boolean;
  id: string;
  /** For the element beside which it floats. */
  anchorRef: RefCallback<HTMLElement>;
  /** For the box, which carries `popover="auto"`. */
  boxRef: RefCallback<HTMLElement>;
  show: () => void;
  hide: () => void;
}

/**
 * A floating box in the browser's own top layer: it needs no portal, closes on Escape and on a click outside, and
 * cannot be covered. The box is always there and shows when `open`.
 */
export function usePopover(side: Side): Popover {
  const [open, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const box = useRef<HTMLElement>(null);
  /** Whether it was shown and nobody has closed it since. */
  const isWanted = useRef(false);
  /** What had the focus last in it. */
  const focused = useRef<HTMLElement>(null);
  const anchorRef = useCallback((element: HTMLElement | null) => {
    anchor.current = element;
  }, []);
  const boxRef = useCallback((element: HTMLElement | null) => {
    box.current = element;
    // The browser closes it by itself, on Escape and on a press outside.
    const toggled = (event: Event): void => {
      if (event instanceof ToggleEvent) setOpen(event.newState === 'open');
    };
    // At once, while the other event waits for its turn.
    const toggling = (event: Event): void => {
      if (event instanceof ToggleEvent) isWanted.current = event.newState === 'open';
      focused.current = null;
    };
    const noted = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement) focused.current = target;
    };
    element?.addEventListener('toggle', toggled);
    element?.addEventListener('beforetoggle', toggling);
    element?.addEventListener('focusin', noted);
    return () => {
      box.current = null;
      element?.removeEventListener('toggle', toggled);
      element?.removeEventListener('beforetoggle', toggling);
      element?.removeEventListener('focusin', noted);
    };
  }, []);

  // A row that moves to another place of its table leaves the page for a moment: with it the browser hides the box, and tells nobody.
  useLayoutEffect(() => {
    const element = box.current;
    if (!isWanted.current || element === null || element.matches(':popover-open')) return;
    const had = focused.current;
    element.showPopover();
    floatBeside(anchor.current, element, side);
    had?.focus();
  });

  useEffect(() => {
    if (!open) return;
    const again = (): void => floatBeside(anchor.current, box.current, side);
    again();
    window.addEventListener('resize', again);
    window.addEventListener('scroll', again, true);
    return () => {
      window.removeEventListener('resize', again);
      window.removeEventListener('scroll', again, true);
    };
  }, [open, side]);

  const show = useCallback(() => {
    if (box.current?.isConnected === true && !box.current.matches(':popover-open')) box.current.showPopover();
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    if (box.current?.isConnected === true && box.current.matches(':popover-open')) box.current.hidePopover();
    setOpen(false);
  }, []);
  return { open, id, anchorRef, boxRef, show, hide };
}
