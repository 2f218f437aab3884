import { ButtonMenu, MenuItem, MenuLine, MenuNote } from '@numscope/ui';
import { IconBookmark, IconPencil, IconPlus } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { isOpen, useSavedSearches, viewOf } from './use-saved-searches.ts';

interface SavedMenuProps {
  q: readonly string[];
  onOpen: (view: ReturnType<typeof viewOf>) => void;
  onSave: () => void;
  /** Opens the list in which they are renamed and deleted. */
  onManage: () => void;
}

/** The saved searches where there is no room for the rail. */
export const SavedMenu = (props: SavedMenuProps) => (
  <ButtonMenu
    label={texts('saved')}
    icon={<IconBookmark size={14} stroke={1.8} aria-hidden />}
    kind="quiet"
    size="sm"
    className="rs-saved-menu"
  >
    <SavedItems {...props} />
  </ButtonMenu>
);

/** Its rows: each search, and the ways to save the present one and to look after them. */
export function SavedItems({ q, onOpen, onSave, onManage }: SavedMenuProps) {
  const { searches, error } = useSavedSearches();
  return (
    <>
      {error === null ? null : <MenuNote>{texts('savedFailed')}</MenuNote>}
      {searches?.map((saved) => (
        <MenuItem key={saved.id} checked={isOpen(saved, q)} onSelect={() => onOpen(viewOf(saved))}>
          <IconBookmark size={16} stroke={1.7} aria-hidden />
          {saved.name}
        </MenuItem>
      ))}
      {searches?.length === 0 ? <MenuNote>{texts('savedNone')}</MenuNote> : null}
      <MenuLine />
      <MenuItem onSelect={onSave}>
        <IconPlus size={16} stroke={1.7} aria-hidden />
        {texts('saveSearch')}
      </MenuItem>
      {searches === undefined || searches.length === 0 ? null : (
        <MenuItem onSelect={onManage}>
          <IconPencil size={16} stroke={1.7} aria-hidden />
          {texts('savedManage')}
        </MenuItem>
      )}
    </>
  );
}
