import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { placeFloating } from './floating.ts';

interface Trigger {
  onPointerEnter?: (event: { currentTarget: HTMLElement }) => void;
  onPointerLeave?: () => void;
  onFocus?: (event: { currentTarget: HTMLElement }) => void;
  onBlur?: () => void;
  'aria-describedby'?: string | undefined;
}

/** Says more about an element while the pointer or the focus is on it. */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactElement<Trigger> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    const element = box.current;
    if (anchor === null || element === null) return;
    element.showPopover();
    const place = placeFloating(
      anchor.getBoundingClientRect(),
      { width: element.offsetWidth, height: element.offsetHeight },
      { width: innerWidth, height: innerHeight },
      'top',
    );
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
    const escape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAnchor(null);
    };
    window.addEventListener('keydown', escape);
    return () => window.removeEventListener('keydown', escape);
  }, [anchor]);
  if (label === null || label === undefined || label === '') return children;
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => setAnchor(event.currentTarget),
        onPointerLeave: () => setAnchor(null),
        onFocus: (event) => setAnchor(event.currentTarget),
        onBlur: () => setAnchor(null),
        'aria-describedby': anchor === null ? undefined : id,
      })}
      {anchor === null ? null : (
        <div ref={box} id={id} role="tooltip" popover="manual" className="ns-tip">
          {label}
        </div>
      )}
    </>
  );
}
