import './palette.css';
import { navigate, useCombobox, useFoundJobs, useModal, useSession } from '@numscope/ui';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLogOut } from '../login/use-log-out.ts';
import {
  type Command,
  matchesText,
  jobCommand,
  mayFindJobs,
  recentCommands,
  standingCommands,
  typedCommands,
} from './commands.ts';
import { jobActs, jobWords } from './job-acts.ts';
import { paletteNote } from './palette-note.ts';
import { recentPlaces } from './recents.ts';
import { words } from './words.ts';
import { t } from '../texts/texts.ts';

const section = { role: 'group' } as const;
const finding = ['recent', 'jobs', 'screens', 'actions'] as const;
/** The order of groups where an action was typed: it goes before the job that it is about. */
const acting = ['actions', 'recent', 'jobs', 'screens'] as const;

const groupName = (group: Command['group']): string => (group === 'jobs' ? t('jobs') : words(group));

/** Finds screens, jobs, phones and actions by typing. */
export default function Palette({ onClose, onShortcuts }: { onClose: () => void; onShortcuts: () => void }) {
  const session = useSession();
  const modal = useModal(onClose);
  const logOut = useLogOut();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const asks = text !== '' && mayFindJobs(session);
  const about = jobWords(text);
  const { jobs, searching, failure } = useFoundJobs(asks ? about : null, 6);
  const groups = about === text ? finding : acting;
  // As they were when it opened.
  const [recents] = useState(() => recentCommands(recentPlaces()));
  const standing = useMemo(
    () => standingCommands(session, { shortcuts: onShortcuts, logOut }),
    [session, onShortcuts, logOut],
  );
  const all = [
    ...[...recents, ...standing].filter((command) => matchesText(command.label, text)),
    ...jobs.flatMap(jobActs).filter((command) => matchesText(command.label, text)),
    ...typedCommands(text, session),
    ...jobs.map(jobCommand),
  ];
  const commands = groups.flatMap((group) => all.filter((command) => command.group === group));
  const run = (command: Command): void => {
    onClose();
    if (command.to !== undefined) navigate(command.to);
    command.run?.();
  };
  const keyOf = (command: Command): string => command.id;
  const box = useCombobox({ options: commands, keyOf, onPick: run, open: true, coming: searching }, true);
  const note = paletteNote({ failure, searching, isEmpty: commands.length === 0 });
  return (
    <dialog ref={modal} className="ns-dialog sh-palette" aria-label={t('palette')}>
      <div className="sh-palette-field">
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          value={typed}
          placeholder={words('palettePlaceholder')}
          aria-label={t('palette')}
          {...box.field}
          onChange={(event) => {
            setTyped(event.target.value);
            box.reset();
          }}
        />
      </div>
      <div className="sh-palette-list">
        <div {...box.list} aria-label={t('palette')}>
          {groups.map((group) => {
            const some = commands.filter((command) => command.group === group);
            return some.length === 0 ? null : (
              <div key={group} {...section} aria-label={groupName(group)}>
                <p className="ns-menu-note" aria-hidden>
                  {groupName(group)}
                </p>
                {some.map((command) => (
                  <button type="button" key={command.id} {...box.option(command)} className="ns-menu-item">
                    {command.label}
                  </button>
                ))}
              </div>
            );
          })}
        </div>
        <output>{note === null ? null : <span className="ns-menu-note ns-block">{note}</span>}</output>
      </div>
    </dialog>
  );
}
