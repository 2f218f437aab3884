export type Side = 'bottom-start' | 'bottom-end' | 'top';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'width'>;
type Size = Pick<DOMRect, 'width' | 'height'>;

const GAP = 4;
const EDGE = 8;

/**
 * Where a floating box goes beside its anchor, kept within the window; it flips when there is no room on its side. In
 * pixels.
 */
export function placeFloating(anchor: Box, size: Size, view: Size, side: Side): Pick<Box, 'left' | 'top'> {
  const wanted =
    side === 'bottom-start'
      ? anchor.left
      : side === 'bottom-end'
        ? anchor.right - size.width
        : anchor.left + (anchor.width - size.width) / 2;
  const left = Math.max(EDGE, Math.min(wanted, view.width - size.width - EDGE));
  const below = anchor.bottom + GAP;
  const above = anchor.top - GAP - size.height;
  const fitsBelow = below + size.height <= view.height - EDGE;
  const fitsAbove = above >= EDGE;
  const top = side === 'top' ? (fitsAbove ? above : below) : fitsBelow || !fitsAbove ? below : above;
  return { left, top };
}

/** Puts a box beside its anchor, where both are on the page. */
export function floatBeside(anchor: HTMLElement | null, box: HTMLElement | null, side: Side): void {
  if (anchor === null || box === null) return;
  const { left, top } = placeFloating(
    anchor.getBoundingClientRect(),
    { width: box.offsetWidth, height: box.offsetHeight },
    { width: innerWidth, height: innerHeight },
    side,
  );
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
