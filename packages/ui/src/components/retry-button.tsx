import { IconRefresh } from '@tabler/icons-react';
import { t } from '../i18n/texts.ts';
import { Button, type ButtonProps } from './button.tsx';

/** Asks anew for what could not be loaded. */
export const RetryButton = (props: ButtonProps) => (
  <Button {...props}>
    <IconRefresh size={14} stroke={1.8} aria-hidden />
    {t('retry')}
  </Button>
);
