import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react';
import { placeFloating, type Side } from './floating.ts';

export interface Popover<A extends HTMLElement> {
  open: boolean;
  id: string;
  anchor: RefObject<A | null>;
  box: RefObject<HTMLDivElement | null>;
  show: () => void;
  hide: () => void;
}

/**
 * A floating box in the browser's own top layer: it needs no portal, closes on Escape and on a click outside, and cannot be covered.
 * Render `box` with `popover="auto"` always; it shows when `open`.
 */
export function usePopover<A extends HTMLElement>(side: Side): Popover<A> {
  const [open, setOpen] = useState(false);
  const id = useId();
  const anchor = useRef<A>(null);
  const box = useRef<HTMLDivElement>(null);

  const place = useCallback(() => {
    if (anchor.current === null || box.current === null) return;
    const size = { width: box.current.offsetWidth, height: box.current.offsetHeight };
    const { left, top } = placeFloating(anchor.current.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight }, side);
    box.current.style.left = `${left}px`;
    box.current.style.top = `${top}px`;
  }, [side]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const toggled = (event: Event): void => {
      if (event instanceof ToggleEvent) setOpen(event.newState === 'open');
    };
    element.addEventListener('toggle', toggled);
    return () => element.removeEventListener('toggle', toggled);
  }, []);

  useEffect(() => {
    if (!open) return;
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [open, place]);

  const show = useCallback(() => {
    if (box.current?.isConnected === true && !box.current.matches(':popover-open')) box.current.showPopover();
    place();
    setOpen(true);
  }, [place]);
  const hide = useCallback(() => {
    if (box.current?.isConnected === true && box.current.matches(':popover-open')) box.current.hidePopover();
    setOpen(false);
  }, []);
  return { open, id, anchor, box, show, hide };
}
