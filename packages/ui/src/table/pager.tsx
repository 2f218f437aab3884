import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '../components/button.tsx';
import { formatCount } from '../format/numbers.ts';
import { t } from '../i18n/texts.ts';
import { pageNumbers } from './page-numbers.ts';
import { pageSizes } from './table-choice.ts';

export interface PagerProps {
  /** Counted from 0. */
  page: number;
  size: number;
  /** The page that the server answered; `totalPages` is how many may be opened. */
  of: {
    totalElements: number;
    totalPages: number;
    totalIsLowerBound?: boolean | undefined;
    /** The rows of the page; where counting stopped the last page may have more of them than were counted. */
    content?: readonly unknown[];
  };
  /** Rows on the first page besides those that the server counts. */
  besides?: number;
  onPage: (page: number) => void;
  /** With it a person may choose how many rows a page has; the first row in sight stays on the page. */
  onSize?: ((size: number) => void) | undefined;
  /** What is counted answers an earlier question: it is left out until the new answer is there. */
  stale?: boolean | undefined;
}

/** From more pages than this on some have no button, and a field leads to each. */
const shownPages = 5;

/** Where one is in a list, and the way to its other pages. */
export function Pager({ page, size, of, besides = 0, onPage, onSize, stale = false }: PagerProps) {
  const { totalElements: total, totalPages: pages, totalIsLowerBound: lowerBound = false, content } = of;
  const words = {
    from: formatCount(page === 0 ? 1 : page * size + besides + 1),
    to: formatCount(
      (lowerBound && content ? page * size + content.length : Math.min(total, (page + 1) * size)) + besides,
    ),
    total: formatCount(total + besides),
  };
  // The list itself says that it is empty.
  if (total + besides === 0) return null;
  // Past the end, as by an old link, there is only how many there are.
  const range = page > 0 && page * size >= total ? 'inAll' : lowerBound ? 'rangeOfAtLeast' : 'rangeOf';
  return (
    <div className="ns-pager">
      <span aria-live="polite">{stale ? t('searching') : t(range, words)}</span>
      <span className="ns-grow" />
      {onSize === undefined || total <= pageSizes[0] ? null : (
        <PageSize
          size={size}
          onSize={(next) => {
            onSize(next);
            const first = Math.floor((page * size) / next);
            if (first !== page) onPage(first);
          }}
        />
      )}
      {pages > 1 ? (
        <>
          <nav aria-label={t('pages')}>
            {pageNumbers(page, pages).map((one, i) =>
              one === null ? (
                <span key={`gap${i}`} className="ns-t3" aria-hidden>
                  …
                </span>
              ) : (
                <button
                  key={one}
                  type="button"
                  className="ns-ib"
                  style={{ width: 'auto', minWidth: 26, padding: '0 5px' }}
                  aria-label={t('pageNumber', { page: formatCount(one + 1) })}
                  aria-current={one === page ? 'page' : undefined}
                  onClick={() => onPage(one)}
                >
                  {formatCount(one + 1)}
                </button>
              ),
            )}
          </nav>
          {pages > shownPages ? <PageJump pages={pages} onPage={onPage} /> : null}
          <Button size="sm" disabled={page === 0} aria-label={t('previous')} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={12} stroke={2} aria-hidden />
          </Button>
          <Button size="sm" disabled={page + 1 >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
            <IconChevronRight size={12} stroke={2} className="ns-end" aria-hidden />
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** How many rows a page has. */
function PageSize({ size, onSize }: { size: number; onSize: (size: number) => void }) {
  const sizes = [...new Set([size, ...pageSizes])].sort((a, b) => a - b);
  return (
    <label className="ns-wide ns-page-size">
      {t('rowsOnPage')}
      <select className="ns-input" value={size} onChange={(event) => onSize(Number(event.target.value))}>
        {sizes.map((one) => (
          <option key={one} value={one}>
            {formatCount(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Leads to a page by its number; one beyond the last leads to the last. */
function PageJump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  return (
    <form
      className="ns-wide"
      onSubmit={(event) => {
        event.preventDefault();
        const field = event.currentTarget.elements.namedItem('page');
        const wanted = field instanceof HTMLInputElement ? Number.parseInt(field.value, 10) : Number.NaN;
        if (Number.isNaN(wanted)) return;
        event.currentTarget.reset();
        onPage(Math.min(pages, Math.max(1, wanted)) - 1);
      }}
    >
      <input
        name="page"
        className="ns-input ns-jump"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        placeholder={t('goToPage')}
        aria-label={t('goToPage')}
      />
    </form>
  );
}
