import { IconColumns3, IconLayoutRows } from '@tabler/icons-react';
import { Button } from '../components/button.tsx';
import { ButtonMenu } from '../components/button-menu.tsx';
import { MenuItem } from '../components/menu.tsx';
import { usePopover } from '../components/use-popover.ts';
import { t } from '../i18n/texts.ts';
import { type Column, densities, shownColumns, type TableChoice } from './columns.ts';

interface ChoiceProps {
  choice: TableChoice;
  onChange: (choice: TableChoice) => void;
}
type ColumnsProps<Row> = ChoiceProps & { columns: readonly Column<Row>[] };

/** How a table looks: its rows and its columns. */
export const TableMenus = <Row,>({ columns, ...props }: ColumnsProps<Row>) => (
  <>
    <DensityMenu {...props} />
    <ColumnMenu columns={columns} {...props} />
  </>
);

/** How high the rows are. */
export function DensityMenu({ choice, onChange }: ChoiceProps) {
  return (
    <ButtonMenu
      label={t('density')}
      icon={<IconLayoutRows size={14} stroke={1.8} aria-hidden />}
      words={t(choice.density)}
      kind="quiet"
      size="sm"
      className="ns-wide"
      aria-label={`${t('density')}: ${t(choice.density)}`}
    >
      {densities.map((density) => (
        <MenuItem key={density} checked={density === choice.density} onSelect={() => onChange({ ...choice, density })}>
          {t(density)}
        </MenuItem>
      ))}
    </ButtonMenu>
  );
}

/** Which columns show. */
function ColumnMenu<Row>({ columns, choice, onChange }: ColumnsProps<Row>) {
  const { open, id, anchorRef, boxRef, show, hide } = usePopover('bottom-end');
  const shown = new Set(shownColumns(columns, choice).map((column) => column.id));
  const toggle = (id: string): void =>
    onChange({
      ...choice,
      hidden: columns.filter((column) => (column.id === id) === shown.has(column.id)).map((column) => column.id),
    });
  return (
    <>
      <Button
        ref={anchorRef}
        kind="quiet"
        size="sm"
        className="ns-wide"
        aria-expanded={open}
        aria-controls={id}
        onClick={open ? hide : show}
      >
        <IconColumns3 size={14} stroke={1.8} aria-hidden />
        {t('columns')}
      </Button>
      <dialog ref={boxRef} id={id} popover="auto" className="ns-menu" aria-label={t('columns')}>
        {columns
          .filter((column) => column.fixed !== true)
          .map((column) => (
            <label key={column.id} className="ns-menu-item">
              <input
                type="checkbox"
                className="ns-check"
                checked={shown.has(column.id)}
                onChange={() => toggle(column.id)}
              />
              {column.header}
            </label>
          ))}
      </dialog>
    </>
  );
}
