import { IconCheck } from '@tabler/icons-react';
import { createContext, type KeyboardEvent, type ReactNode, type RefCallback, useContext, useRef } from 'react';
import { Link } from './link.tsx';
import type { Side } from './floating.ts';
import { usePopover } from './use-popover.ts';

/** What the button that opens a menu must carry. */
export interface MenuTrigger {
  ref: RefCallback<HTMLElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
}

/** How long the pointer may be on its way from the button to the menu. */
const LEAVE_MS = 200;
const Closer = createContext<() => void>(() => undefined);

const items = (box: HTMLElement | null): HTMLElement[] => [
  ...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

/** The next item after `at` that begins with a letter. */
function itemBy(letter: string, all: readonly HTMLElement[], at: number): number | undefined {
  const fits = (item: HTMLElement): boolean =>
    item.textContent.trim().toLocaleLowerCase().startsWith(letter.toLocaleLowerCase());
  const found = [...all.slice(at + 1), ...all.slice(0, at + 1)].find(fits);
  return found === undefined ? undefined : all.indexOf(found);
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = items(event.currentTarget);
  const at = all.findIndex((item) => item === document.activeElement);
  const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  const to = typed
    ? itemBy(event.key, all, at)
    : { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || all.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[(to + all.length) % all.length]?.focus();
}

interface MenuProps {
  /** The button that opens it. */
  renderTrigger: (props: MenuTrigger) => ReactNode;
  label: string;
  side?: Side;
  /** Also opens while the pointer is over it. */
  hover?: boolean;
  /** Only made when it opens. */
  children: ReactNode;
}

/** A menu of actions: arrow keys, first letters, Escape, focus back to its button. */
export function Menu({ renderTrigger, label, side = 'bottom-end', hover = false, children }: MenuProps) {
  const { open, id, anchorRef, boxRef, show, hide } = usePopover(side);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const enter = (): void => {
    clearTimeout(leaving.current);
    if (!open) show();
  };
  const leave = (): void => {
    leaving.current = setTimeout(hide, LEAVE_MS);
  };
  const toggle = (): void => {
    if (open && !hover) return hide();
    show();
    requestAnimationFrame(() => {
      const box = document.getElementById(id);
      // On a slow machine its user may be on an item already.
      if (box?.contains(document.activeElement) !== true) items(box)[0]?.focus();
    });
  };
  return (
    <span className="ns-menu-place" {...(hover ? { onPointerEnter: enter, onPointerLeave: leave } : {})}>
      {renderTrigger({
        ref: anchorRef,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
        onClick: toggle,
      })}
      <div
        ref={boxRef}
        id={id}
        popover="auto"
        className="ns-menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={moveFocus}
      >
        <Closer value={hide}>{open ? children : null}</Closer>
      </div>
    </span>
  );
}

interface ItemProps {
  children: ReactNode;
  onSelect?: () => void;
  /** A place of the console instead of an action. */
  to?: string;
  danger?: boolean;
  disabled?: boolean;
  /** For a choice among several: whether it is the present one. */
  checked?: boolean;
}

/** One row of a menu. */
export function MenuItem({ children, onSelect, to, danger, disabled, checked }: ItemProps) {
  const close = useContext(Closer);
  const shared = {
    className: 'ns-menu-item',
    role: checked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': checked,
    'aria-disabled': disabled,
    'data-danger': danger === true ? '' : undefined,
  } as const;
  if (to !== undefined) {
    return (
      <Link {...shared} to={to} onClick={close}>
        {children}
      </Link>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      onClick={() => {
        if (disabled === true) return;
        close();
        onSelect?.();
      }}
    >
      {children}
      {checked === true ? <IconCheck size={14} stroke={1.8} className="ns-menu-check" aria-hidden /> : null}
    </button>
  );
}

export const MenuLine = () => <hr className="ns-menu-line" />;
export const MenuNote = ({ children }: { children: ReactNode }) => <p className="ns-menu-note">{children}</p>;
