import { MenuItem, Segmented } from '@numscope/ui';
import { IconLayoutGrid, IconMap2, IconTable } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import type { FoundProps } from './found-list.tsx';

const views = [
  ['table', 'viewTable', IconTable],
  ['cards', 'viewCards', IconLayoutGrid],
  ['map', 'viewMap', IconMap2],
] as const;

type ViewsProps = Pick<FoundProps, 'view' | 'onView'>;

/** How the result is shown. */
export const ViewSegments = ({ view, onView }: ViewsProps) => (
  <Segmented
    label={texts('view')}
    value={view.view}
    onChange={(next) => onView({ view: next })}
    segments={views.map(([value, word, Icon]) => ({
      value,
      label: texts(word),
      icon: <Icon size={14} stroke={1.8} aria-hidden />,
    }))}
  />
);

/** The same as rows of a menu. */
export const ViewItems = ({ view, onView }: ViewsProps) =>
  views.map(([value, word, Icon]) => (
    <MenuItem key={value} checked={view.view === value} onSelect={() => onView({ view: value })}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {texts(word)}
    </MenuItem>
  ));
