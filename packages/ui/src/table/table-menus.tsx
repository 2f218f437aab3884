import { IconLayoutRows } from '@tabler/icons-react';
import { ButtonMenu } from '../components/button-menu.tsx';
import { MenuItem } from '../components/menu.tsx';
import { t } from '../i18n/texts.ts';
import { ColumnMenu } from './column-menu.tsx';
import type { Column } from './columns.ts';
import { densities, type TableChoice } from './table-choice.ts';

interface ChoiceProps {
  choice: TableChoice;
  onChange: (choice: TableChoice) => void;
}

/** How a table looks: its rows and its columns. */
export const TableMenus = <Row,>({ columns, ...props }: ChoiceProps & { columns: readonly Column<Row>[] }) => (
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
