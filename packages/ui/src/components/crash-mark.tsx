import { messages } from '@numscope/contracts/constants';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { t } from '../i18n/texts.ts';
import { translate } from '../server-texts/translate.ts';
import { Button } from './button.tsx';

/** What stands in the place of a part that crashed or could not be loaded. */
export function CrashMark({ component, onRetry }: { component: string; onRetry?: () => void }) {
  return (
    <div className="ns-crash" role="alert">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden />
      <div className="ns-grow">
        <strong className="ns-b">{translate(messages.wentWrong(component))}</strong>
        <div className="ns-t2">{translate(messages.tryReload)}</div>
      </div>
      <Button onClick={onRetry ?? (() => location.reload())}>
        <IconRefresh size={14} stroke={1.8} aria-hidden />
        {t('retry')}
      </Button>
    </div>
  );
}
