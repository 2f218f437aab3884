import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { Menu } from './menu.tsx';

interface ButtonMenuProps extends Pick<ButtonProps, 'kind' | 'size' | 'busy' | 'className' | 'aria-label'> {
  label: string;
  icon: ReactNode;
  /** What the button says, unless that is the label. */
  words?: string;
  children: ReactNode;
}

/** A menu behind a button with words. */
export const ButtonMenu = ({ label, icon, words = label, children, ...button }: ButtonMenuProps) => (
  <Menu
    label={label}
    renderTrigger={(props) => (
      <Button {...props} {...button}>
        {icon}
        <span className="ns-words">{words}</span>
        <IconChevronDown size={12} stroke={2} className="ns-end" aria-hidden />
      </Button>
    )}
  >
    {children}
  </Menu>
);
