import { texts } from '../../texts/texts.ts';
import { ListedNumbers } from './listed-numbers.tsx';

/** What people may ask of those who keep data about them. */
export default function PrivacyPage() {
  return (
    <div className="ns-page" aria-label={texts('privacy')}>
      <ListedNumbers />
    </div>
  );
}
