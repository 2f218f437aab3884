import './palette.css';
import { navigate, useModal, useSession } from '@numscope/ui';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { logOut } from '../login/log-out.ts';
import { type Command, matchesText, standingCommands, typedCommands } from './commands.ts';
import { useFoundJobs } from './use-found-jobs.ts';
import { t } from '../texts/texts.ts';

// A list that a text field steers has roles, but no element of HTML.
const listbox = { role: 'listbox' } as const;
const optionOf = (chosen: boolean) => ({ role: 'option', 'aria-selected': chosen }) as const;
const section = { role: 'group' } as const;
const groups = ['jobs', 'screens', 'actions'] as const;

/** Finds screens, jobs, phones and actions by typing. */
export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const session = useSession();
  const modal = useModal(onClose);
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const text = typed.trim();
  const jobs = useFoundJobs(text);
  const standing = useMemo(
    () => standingCommands(session, { shortcuts: onShortcuts, logOut: () => void logOut() }),
    [session, onShortcuts],
  );
  const all = [
    ...standing.filter((command) => matchesText(command.label, text)),
    ...typedCommands(text, session),
    ...jobs,
  ];
  const commands = groups.flatMap((group) => all.filter((command) => command.group === group));
  const chosen = commands[Math.min(at, commands.length - 1)];

  useEffect(() => {
    document.getElementById(`${id}${chosen?.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen?.id]);

  const run = (command: Command): void => {
    onClose();
    if (command.to !== undefined) navigate(command.to);
    command.run?.();
  };
  const key = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, commands.length - 1) + step + commands.length) % commands.length);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      run(chosen);
    }
  };
  return (
    <dialog ref={modal} className="ns-dialog sh-palette" aria-label={t('palette')}>
      <div className="sh-palette-field">
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          value={typed}
          placeholder={t('palettePlaceholder')}
          aria-label={t('palette')}
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={chosen === undefined ? undefined : id + chosen.id}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={key}
        />
      </div>
      <div id={id} {...listbox} aria-label={t('palette')} className="sh-palette-list">
        {groups.map((group) => {
          const some = commands.filter((command) => command.group === group);
          return some.length === 0 ? null : (
            <div key={group} {...section} aria-label={t(group)}>
              <p className="ns-menu-note" aria-hidden>
                {t(group)}
              </p>
              {some.map((command) => (
                <button
                  type="button"
                  key={command.id}
                  id={id + command.id}
                  {...optionOf(command === chosen)}
                  tabIndex={-1}
                  className="ns-menu-item"
                  onClick={() => run(command)}
                >
                  {command.label}
                </button>
              ))}
            </div>
          );
        })}
        {commands.length === 0 ? <p className="ns-menu-note">{t('paletteEmpty')}</p> : null}
      </div>
    </dialog>
  );
}
