import { ButtonMenu, MenuItem, MenuLine, MenuNote } from '@numscope/ui';
import { IconBookmark, IconPlus } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';
import { isOpen, useSavedSearches, viewOf } from './use-saved-searches.ts';

interface SavedMenuProps {
  q: readonly string[];
  onOpen: (view: ReturnType<typeof viewOf>) => void;
  onSave: () => void;
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

/** Its rows: each search, and the way to save the present one. */
export function SavedItems({ q, onOpen, onSave }: SavedMenuProps) {
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
    </>
  );
}
