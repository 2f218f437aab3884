import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { floatBeside } from './floating.ts';

type Trigger = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerEnter' | 'onPointerLeave' | 'onClick' | 'onFocus' | 'onBlur' | 'aria-describedby'
>;

/**
 * Says more about an element while the pointer or the focus is on it, or once it was pressed, which is how fingers ask.
 * Escape and a press elsewhere close it. The element must take the focus.
 */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement<Trigger> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const element = box.current;
    if (anchor === null || element === null) return;
    element.showPopover();
    const again = (): void => floatBeside(anchor, element, 'top');
    again();
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setAnchor(null);
      // Who asked by the keyboard closes this alone, and the window or panel around it by the next press.
      if (document.activeElement !== anchor) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const pressed = ({ target }: Event): void => {
      if (!(target instanceof Node && anchor.contains(target))) setAnchor(null);
    };
    const stop = new AbortController();
    const early = { capture: true, signal: stop.signal };
    window.addEventListener('keydown', escape, early);
    window.addEventListener('pointerdown', pressed, early);
    window.addEventListener('scroll', again, early);
    window.addEventListener('resize', again, early);
    return () => stop.abort();
  }, [anchor]);
  if (label === null || label === undefined || label === '') return children;
  return (
    <>
      {cloneElement(children, {
        // A finger that only scrolls passes over many, and has left each as soon as it is lifted.
        onPointerEnter: ({ currentTarget, pointerType }) => {
          if (pointerType !== 'touch') setAnchor(currentTarget);
        },
        onPointerLeave: ({ pointerType }) => {
          if (pointerType !== 'touch') setAnchor(null);
        },
        onClick: ({ currentTarget }) => setAnchor(currentTarget),
        onFocus: ({ currentTarget }) => setAnchor(currentTarget),
        onBlur: () => setAnchor(null),
        'aria-describedby': anchor === null ? undefined : id,
      })}
      {anchor === null ? null : (
        <div ref={box} id={id} role="tooltip" popover="manual" className="ns-tip ns-noprint">
          {label}
        </div>
      )}
    </>
  );
}
