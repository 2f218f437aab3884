import { IconButton, Menu, MenuItem, MenuLine, MenuNote } from '@numscope/ui';
import { IconDots, IconUpload } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import type { FoundProps } from './found-list.tsx';
import { ViewItems } from './results-views.tsx';
import { SelectItems } from './select-items.tsx';
import type { SelectFirst } from './use-select-first.ts';

interface MoreProps extends FoundProps {
  first: SelectFirst;
  /** Undefined: this user imports nothing. */
  onImport: (() => void) | undefined;
}

/** On a phone: what has no room beside the count. */
export function ResultsMore({ onImport, ...shown }: MoreProps) {
  const { data, total } = shown.found;
  const isEmpty = (total?.count ?? data?.totalElements ?? 0) === 0;
  if (isEmpty && onImport === undefined) return null;
  return (
    <span className="ns-narrow">
      <Menu
        label={texts('more')}
        renderTrigger={(props) => (
          <IconButton {...props} label={texts('more')}>
            <IconDots size={16} stroke={1.7} aria-hidden />
          </IconButton>
        )}
      >
        {isEmpty ? null : (
          <>
            <ViewItems {...shown} />
            <MenuLine />
            <MenuNote>{texts('selectProfiles')}</MenuNote>
            <SelectItems {...shown} />
          </>
        )}
        {isEmpty || onImport === undefined ? null : <MenuLine />}
        {onImport === undefined ? null : (
          <MenuItem onSelect={onImport}>
            <IconUpload size={14} stroke={1.8} aria-hidden />
            {texts('import')}
          </MenuItem>
        )}
      </Menu>
    </span>
  );
}
