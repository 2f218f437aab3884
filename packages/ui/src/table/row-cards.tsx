import type { ReactNode, Ref } from 'react';
import type { DataTableProps } from './data-table-props.ts';

type OfTable = 'label' | 'rows' | 'rowId' | 'openId' | 'onOpen' | 'renderCardActions' | 'end';

interface RowCardsProps<Row> extends Pick<DataTableProps<Row>, OfTable> {
  ref: Ref<HTMLUListElement>;
  stale: boolean;
  /** Ids of the selected rows. */
  selected: ReadonlySet<string> | undefined;
  renderCard: (row: Row) => ReactNode;
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
