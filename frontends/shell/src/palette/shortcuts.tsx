import './shortcuts.css';
import { Dialog } from '@numscope/ui';
import { useId } from 'react';
import { t } from '../texts/texts.ts';
import { setPlainKeys, usePlainKeys } from './plain-keys.ts';
import { words } from './words.ts';

/** `plain`: the keys that a person may turn off. */
const rows = [
  { keys: ['Ctrl', 'K'], word: 'shortcutPalette' },
  { keys: ['/'], word: 'shortcutSearch', plain: true },
  { keys: ['G', 'J'], title: 'jobs', plain: true },
  { keys: ['G', 'R'], title: 'results', plain: true },
  { keys: ['G', 'A'], title: 'auditTrail', plain: true },
  { keys: ['?'], word: 'shortcutHelp', plain: true },
  { keys: ['Esc'], word: 'shortcutClose' },
  { keys: ['↑', '↓'], word: 'shortcutRows' },
  { keys: ['Enter'], word: 'shortcutOpen' },
  { keys: ['Space'], word: 'shortcutSelect' },
  { keys: ['F6'], word: 'shortcutPanel' },
  { keys: ['Ctrl', 'Z'], word: 'shortcutUndo' },
  { keys: ['←', '→'], word: 'shortcutBeside' },
  { keys: ['+', '−', '0'], word: 'shortcutMap' },
] as const;

/** The list behind `?`, and the switch of the keys that go without Ctrl (WCAG 2.2, 2.1.4). */
export default function Shortcuts({ onClose }: { onClose: () => void }) {
  const plain = usePlainKeys();
  const hint = useId();
  return (
    <Dialog title={t('shortcuts')} onClose={onClose}>
      <dl className="sh-shortcuts">
        {rows.map((row) => (
          <div key={row.keys.join(' ')} data-off={'plain' in row && !plain ? '' : undefined}>
            <dt>
              {row.keys.map((key) => (
                <kbd key={key} className="ns-kbd">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{'title' in row ? t(row.title) : words(row.word)}</dd>
          </div>
        ))}
      </dl>
      <label className="ns-row sh-plain-keys">
        <input
          type="checkbox"
          className="ns-check"
          checked={plain}
          aria-describedby={hint}
          onChange={(event) => setPlainKeys(event.target.checked)}
        />
        {words('plainKeys')}
      </label>
      <p id={hint} className="ns-hint">
        {words('plainKeysHint')}
      </p>
    </Dialog>
  );
}
