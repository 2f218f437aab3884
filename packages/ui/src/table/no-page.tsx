import { Button } from '../components/button.tsx';
import { StateBlock } from '../components/state-block.tsx';
import { t } from '../i18n/texts.ts';

/** In place of a page past the end of a list, as by an old link: that nothing stands there does not say that there is nothing. */
export const NoPage = ({ onFirst }: { onFirst: () => void }) => (
  <StateBlock kind="empty" title={t('noPage')} actions={<Button onClick={onFirst}>{t('firstPage')}</Button>} />
);
