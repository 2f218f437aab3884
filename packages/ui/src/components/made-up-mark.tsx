import { IconFlask } from '@tabler/icons-react';
import { t } from '../i18n/texts.ts';

/** Says that what is shown is made up. In the top bar and on each profile and print. */
export function MadeUpMark({ what }: { what: 'person' | 'sandbox' }) {
  return (
    <span className="ns-madeup" title={t('sandboxHint')}>
      <IconFlask size={14} stroke={1.8} aria-hidden />
      {what === 'sandbox' ? (
        <span>
          {t('sandbox')}
          <span className="ns-wide">{t('sandboxLong')}</span>
        </span>
      ) : (
        t('madeUpPerson')
      )}
    </span>
  );
}
