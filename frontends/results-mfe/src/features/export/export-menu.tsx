import './export.css';
import { limits } from '@numscope/contracts';
import {
  Button,
  type ButtonProps,
  type ExportFormat,
  formatCount,
  Menu,
  MenuItem,
  MenuLine,
  MenuNote,
} from '@numscope/ui';
import { IconBraces, IconChevronDown, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

interface ExportMenuProps extends Pick<ButtonProps, 'kind' | 'size'> {
  label: string;
  onExport: (format: ExportFormat) => void;
  /** Says the limit below the formats. */
  many?: boolean;
}

/** In which format to export. */
export function ExportMenu({ label, onExport, many = false, kind, size }: ExportMenuProps) {
  return (
    <Menu
      label={label}
      renderTrigger={(props) => (
        <Button {...props} {...(kind === undefined ? {} : { kind })} {...(size === undefined ? {} : { size })}>
          <IconDownload size={14} stroke={1.8} aria-hidden />
          {label}
          <IconChevronDown size={12} stroke={2} className="ns-end" aria-hidden />
        </Button>
      )}
    >
      <MenuItem onSelect={() => onExport('json')}>
        <IconBraces size={16} stroke={1.7} aria-hidden />
        <b className="ns-b ns-menu-key">JSON</b>
        <span className="ns-sm ns-t3">{texts('exportJson')}</span>
      </MenuItem>
      <MenuItem onSelect={() => onExport('xlsx')}>
        <IconFileSpreadsheet size={16} stroke={1.7} aria-hidden />
        <b className="ns-b ns-menu-key">XLSX</b>
        <span className="ns-sm ns-t3">{texts('exportXlsx')}</span>
      </MenuItem>
      {many ? (
        <>
          <MenuLine />
          <MenuNote>{texts('exportNote', { limit: formatCount(limits.exportProfiles) })}</MenuNote>
        </>
      ) : null}
    </Menu>
  );
}
