import './shortcuts.css';
import { Dialog } from '@numscope/ui';
import { t } from '../texts/texts.ts';

const rows = [
  { keys: ['Ctrl', 'K'], word: 'shortcutPalette' },
  { keys: ['/'], word: 'shortcutSearch' },
  { keys: ['G', 'J'], word: 'jobs' },
  { keys: ['G', 'R'], word: 'results' },
  { keys: ['G', 'A'], word: 'auditTrail' },
  { keys: ['?'], word: 'shortcutHelp' },
  { keys: ['Esc'], word: 'shortcutClose' },
  { keys: ['↑', '↓'], word: 'shortcutRows' },
  { keys: ['Enter'], word: 'shortcutOpen' },
  { keys: ['Space'], word: 'shortcutSelect' },
  { keys: ['F6'], word: 'shortcutPanel' },
] as const;

/** The list behind `?`. */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('shortcuts')} onClose={onClose}>
      <dl className="sh-shortcuts">
        {rows.map(({ keys, word }) => (
          <div key={word}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className="ns-kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
