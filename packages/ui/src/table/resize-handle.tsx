import { type PointerEvent, useRef } from 'react';

interface HandleProps {
  /** The width in pixels while the pointer holds the edge, not yet bounded; at the end with `done`. */
  onWidth: (pixels: number, done: boolean) => void;
  /** Back to the width as shipped. */
  onReset: () => void;
}

/** The right edge of a column's head, which a pointer drags; the keyboard has the fields of the menu of columns. */
export function ResizeHandle({ onWidth, onReset }: HandleProps) {
  const grip = useRef<{ x: number; width: number } | null>(null);
  const widthAt = ({ clientX }: PointerEvent, { x, width }: { x: number; width: number }): number =>
    width + clientX - x;
  return (
    <span
      className="ns-edge"
      aria-hidden
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={(event) => {
        if (grip.current !== null) onWidth(widthAt(event, grip.current), false);
      }}
      onPointerUp={(event) => {
        // A press without a move is no wish for a width.
        if (grip.current !== null && grip.current.x !== event.clientX) onWidth(widthAt(event, grip.current), true);
        grip.current = null;
      }}
      onPointerCancel={() => {
        grip.current = null;
      }}
    />
  );
}
