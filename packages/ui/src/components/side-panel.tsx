import { IconExternalLink, IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { t } from '../i18n/texts.ts';
import { IconButton } from './button.tsx';
import { Link } from './link.tsx';
import { openOverlay } from './open-overlay.ts';

interface PanelProps {
  label: string;
  /** Left in the panel's first line: number, status. */
  bar: ReactNode;
  children: ReactNode;
  onClose: () => void;
  /** The same as a full page. */
  fullPage?: string;
  actions?: ReactNode;
}

const row = (list: Element | null | undefined, which = ''): HTMLElement | null | undefined =>
  list?.querySelector<HTMLElement>(`tbody tr[tabindex]${which}, .ns-card-row${which}`);

/** The row that a panel tells of; where it is on another page, the first one. */
const rowOf = (panel: HTMLElement): HTMLElement | null | undefined => {
  const list = panel.previousElementSibling;
  return row(list, '[data-open]') ?? row(list);
};

/**
 * Details beside a list, which keeps its place. Escape closes it, F6 goes to it and back to its row. Put it into a
 * `ListWithPanel`.
 */
export function SidePanel({ label, bar, children, onClose, fullPage, actions }: PanelProps) {
  const box = useRef<HTMLElement>(null);
  const close = useCallback(() => {
    const panel = box.current;
    // Its row has the focus then, so that the keys go on from there: with the panel it would be nowhere.
    if (panel?.contains(document.activeElement) === true) rowOf(panel)?.focus();
    onClose();
  }, [onClose]);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const overlay = document.querySelector(openOverlay);
      if (event.defaultPrevented) return;
      if (event.key === 'Escape' && overlay === null) close();
      // What is said of the element that has the focus closes as the focus goes.
      if (event.key !== 'F6' || (overlay !== null && !overlay.matches('[role=tooltip]'))) return;
      const panel = box.current;
      const inside = panel?.contains(document.activeElement) === true;
      const target = inside ? rowOf(panel) : panel;
      if (!target) return;
      event.preventDefault();
      target.focus();
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  }, [close]);
  return (
    <aside ref={box} className="ns-panel" aria-label={label} tabIndex={-1} aria-keyshortcuts="F6">
      <div className="ns-panel-head">
        <div className="ns-panel-bar">
          {bar}
          <span className="ns-grow" />
          {fullPage === undefined ? null : (
            <Link to={fullPage} className="ns-ib" aria-label={t('openFullPage')} title={t('openFullPage')}>
              <IconExternalLink size={16} stroke={1.7} />
            </Link>
          )}
          {actions}
          <IconButton label={t('close')} onClick={close}>
            <IconX size={16} stroke={1.7} />
          </IconButton>
        </div>
      </div>
      {children}
    </aside>
  );
}

interface ListProps {
  children: ReactNode;
  panel: ReactNode;
  wide?: boolean;
}

/** A list with the panel of its chosen row on the right: 400 px, wide 560. */
export function ListWithPanel({ children, panel, wide = false }: ListProps) {
  const open = panel !== null && panel !== undefined && panel !== false;
  return (
    <div className="ns-split" data-panel={open ? (wide ? 'wide' : '') : undefined}>
      <section className="ns-page">{children}</section>
      {open ? panel : null}
    </div>
  );
}
