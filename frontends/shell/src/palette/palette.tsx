import './palette.css';
import { navigate, useCombobox, useFoundJobs, useModal, useSession } from '@numscope/ui';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { logOut } from '../login/log-out.ts';
import { type Command, matchesText, jobCommand, mayFindJobs, standingCommands, typedCommands } from './commands.ts';
import { t } from '../texts/texts.ts';

const section = { role: 'group' } as const;
const groups = ['jobs', 'screens', 'actions'] as const;

/** Finds screens, jobs, phones and actions by typing. */
export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const session = useSession();
  const modal = useModal(onClose);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const asks = text !== '' && mayFindJobs(session);
  const jobs = useFoundJobs(asks ? text : null, 6);
  const standing = useMemo(
    () => standingCommands(session, { shortcuts: onShortcuts, logOut: () => void logOut() }),
    [session, onShortcuts],
  );
  const all = [
    ...standing.filter((command) => matchesText(command.label, text)),
    ...typedCommands(text, session),
    ...(asks ? jobs.map(jobCommand) : []),
  ];
  const commands = groups.flatMap((group) => all.filter((command) => command.group === group));
  const run = (command: Command): void => {
    onClose();
    if (command.to !== undefined) navigate(command.to);
    command.run?.();
  };
  const box = useCombobox({ options: commands, keyOf: (command) => command.id, onPick: run, open: true }, true);
  return (
    <dialog ref={modal} className="ns-dialog sh-palette" aria-label={t('palette')}>
      <div className="sh-palette-field">
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          value={typed}
          placeholder={t('palettePlaceholder')}
          aria-label={t('palette')}
          {...box.field}
          onChange={(event) => {
            setTyped(event.target.value);
            box.reset();
          }}
        />
      </div>
      <div {...box.list} aria-label={t('palette')} className="sh-palette-list">
        {groups.map((group) => {
          const some = commands.filter((command) => command.group === group);
          return some.length === 0 ? null : (
            <div key={group} {...section} aria-label={t(group)}>
              <p className="ns-menu-note" aria-hidden>
                {t(group)}
              </p>
              {some.map((command) => (
                <button type="button" key={command.id} {...box.option(command)} className="ns-menu-item">
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
