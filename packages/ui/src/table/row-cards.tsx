import type { ReactNode, Ref } from 'react';

interface RowCardsProps<Row> {
  ref: Ref<HTMLUListElement>;
  label: string;
  rows: readonly Row[];
  rowId: (row: Row) => string;
  stale: boolean;
  /** Ids of the selected rows. */
  selected: ReadonlySet<string> | undefined;
  openId: string | null | undefined;
  onOpen: ((row: Row) => void) | undefined;
  renderCard: (row: Row) => ReactNode;
  renderCardActions: ((row: Row) => ReactNode) | undefined;
  end: ReactNode;
}

/** A table's rows as a list of cards, where the screen is too narrow for columns. */
export function RowCards<Row>(props: RowCardsProps<Row>) {
  const { ref, label, rows, rowId, stale, selected, openId, onOpen, renderCard, renderCardActions, end } = props;
  return (
    <ul ref={ref} className="ns-cards" aria-label={label} aria-busy={stale}>
      {rows.map((row) => {
        const id = rowId(row);
        const isSelected = selected?.has(id) === true;
        return (
          <li key={id} className="ns-cards-item" data-row={id} tabIndex={-1}>
            {onOpen === undefined ? (
              // A button would be none: nothing opens, and the buttons of a card may not stand in one.
              <div className="ns-card-row">{renderCard(row)}</div>
            ) : (
              <button
                type="button"
                className="ns-card-row"
                data-open={id === openId || isSelected ? '' : undefined}
                aria-pressed={isSelected ? true : undefined}
                onClick={() => onOpen(row)}
              >
                {renderCard(row)}
              </button>
            )}
            {renderCardActions === undefined ? null : <div className="ns-card-actions">{renderCardActions(row)}</div>}
          </li>
        );
      })}
      {end ? <li aria-hidden>{end}</li> : null}
    </ul>
  );
}
