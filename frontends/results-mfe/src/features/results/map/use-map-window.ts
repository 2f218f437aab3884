import {
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type MapWindow, moved, zoomed } from './map-window.ts';

const NEARER = 1 / 1.6;
const FURTHER = 1.6;
/** The part of the window that an arrow key moves the map by. */
const STEP = 0.15;

interface Size {
  width: number;
  height: number;
}

/** Moves and zooms a map by pointer, wheel and keyboard, and knows how large it is on the screen. */
export function useMapWindow(begin: (ratio: number) => MapWindow) {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [chosen, setChosen] = useState<MapWindow | null>(null);
  const ratio = size.height === 0 ? 1 : size.width / size.height;
  const view = chosen ?? begin(ratio);
  const perPixel = size.width === 0 ? 0 : view.width / size.width;
  const latest = useRef({ view, perPixel });
  useEffect(() => {
    latest.current = { view, perPixel };
  });

  const area = useRef<HTMLElement>(null);
  const isHeld = useRef(false);
  const hold = (): void => {
    isHeld.current = area.current?.contains(document.activeElement) === true;
  };
  useEffect(() => {
    if (!isHeld.current) return;
    isHeld.current = false;
    // The mark that had the focus is out of sight, or came apart: the keys go on to move the map.
    if (document.activeElement === document.body) area.current?.focus();
  });

  const ref: RefCallback<HTMLElement> = useCallback((element) => {
    area.current = element;
    if (element === null) return;
    const look = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    look();
    // React listens to the wheel passively, and then the page would scroll with the map.
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const { view: now, perPixel: unit } = latest.current;
      const at = {
        x: now.x + (event.clientX - box.left - box.width / 2) * unit,
        y: now.y + (event.clientY - box.top - box.height / 2) * unit,
      };
      setChosen(zoomed(now, 2 ** (event.deltaY / 400), at));
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      sizes.disconnect();
      element.removeEventListener('wheel', wheel);
    };
  }, []);

  const step = (x: number, y: number): void =>
    setChosen(moved(view, x * STEP * view.width, (y * STEP * view.width) / ratio));
  const byKey: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => step(-1, 0),
    ArrowRight: () => step(1, 0),
    ArrowUp: () => step(0, -1),
    ArrowDown: () => step(0, 1),
    '+': () => setChosen(zoomed(view, NEARER)),
    '=': () => setChosen(zoomed(view, NEARER)),
    '-': () => setChosen(zoomed(view, FURTHER)),
    '0': () => setChosen(null),
  };
  return {
    view,
    size,
    ratio,
    ref,
    show: (next: MapWindow | null): void => {
      hold();
      setChosen(next);
    },
    nearer: () => setChosen(zoomed(view, NEARER)),
    further: () => setChosen(zoomed(view, FURTHER)),
    handlers: {
      onKeyDown: (event: KeyboardEvent): void => {
        const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : byKey[event.key];
        if (act === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        hold();
        act();
      },
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button === 0 && (event.target as Element).closest('button') === null)
          event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        if (event.currentTarget.hasPointerCapture(event.pointerId))
          setChosen(moved(view, -event.movementX * perPixel, -event.movementY * perPixel));
      },
    },
  };
}
