import { createContext, type KeyboardEvent, type ReactNode, type Ref, useContext, useRef } from 'react';
import { Link } from './link.tsx';
import type { Side } from './floating.ts';
import { type Popover, usePopover } from './use-popover.ts';

/** What the button that opens a menu must carry. */
export interface MenuTrigger {
  ref: Ref<HTMLButtonElement>;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
}

const Closer = createContext<() => void>(() => undefined);

const items = (box: HTMLElement | null): HTMLElement[] => [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

function moveFocus(event: KeyboardEvent<HTMLElement>, box: HTMLElement | null): void {
  const all = items(box);
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined || all.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[(to + all.length) % all.length]?.focus();
}

interface MenuProps {
  /** The button that opens it. */
  trigger: (props: MenuTrigger) => ReactNode;
  label: string;
  side?: Side;
  /** Also opens while the pointer is over it. */
  hover?: boolean;
  /** Only made when it opens. */
  children: ReactNode;
}

/** A menu of actions: arrow keys, Escape, focus back to its button. */
export function Menu({ trigger, label, side = 'bottom-end', hover = false, children }: MenuProps) {
  const pop: Popover<HTMLButtonElement> = usePopover<HTMLButtonElement>(side);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const openNow = (): void => {
    pop.show();
    requestAnimationFrame(() => items(pop.box.current)[0]?.focus());
  };
  const enter = (): void => {
    clearTimeout(leaving.current);
    if (!pop.open) pop.show();
  };
  const leave = (): void => {
    leaving.current = setTimeout(pop.hide, 200);
  };
  const pointer = hover ? { onPointerEnter: enter, onPointerLeave: leave } : {};
  return (
    <span {...pointer} style={{ display: 'contents' }}>
      {trigger({
        ref: pop.anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': pop.open,
        'aria-controls': pop.id,
        onClick: () => (pop.open && !hover ? pop.hide() : openNow()),
      })}
      <div
        ref={pop.box}
        id={pop.id}
        popover="auto"
        className="ns-menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={(event) => moveFocus(event, pop.box.current)}
      >
        <Closer value={pop.hide}>{pop.open ? children : null}</Closer>
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
    </button>
  );
}

export const MenuLine = () => <hr className="ns-menu-line" />;
export const MenuNote = ({ children }: { children: ReactNode }) => <p className="ns-menu-note">{children}</p>;
