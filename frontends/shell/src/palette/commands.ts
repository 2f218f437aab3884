import type { Job } from '@numscope/contracts';
import { homeOf } from '@numscope/ui/session/routes.ts';
import { hasModule, isAdmin, type Session } from '@numscope/ui/session/token.ts';
import { setColourScheme } from '@numscope/ui/theme/colour-scheme.ts';
import { allEntries } from '../chrome/menu-entries.ts';
import { t } from '../texts/texts.ts';
import type { Recent } from './recents.ts';
import { words } from './words.ts';

/** One row of the palette. */
export interface Command {
  id: string;
  group: 'recent' | 'screens' | 'jobs' | 'actions';
  label: string;
  to?: string;
  run?: () => void;
}

/** Screens and actions, always offered; `words` narrow them. */
export function standingCommands(
  session: Session | null,
  actions: { shortcuts: () => void; logOut: () => void },
): Command[] {
  return [
    ...allEntries(session).map(({ label, to }): Command => ({ id: to, group: 'screens', label, to })),
    ...(mayFindJobs(session)
      ? (['file', 'range'] as const).map((from): Command => ({
          id: `create ${from}`,
          group: 'actions',
          label: words(from === 'file' ? 'createJob' : 'createJobByRange'),
          to: `/ext?create=${from}`,
        }))
      : []),
    ...(session === null
      ? []
      : [
          {
            id: 'password',
            group: 'actions' as const,
            label: words('changePassword'),
            to: `${homeOf(session)}/sessions?change=password`,
          },
        ]),
    ...(['light', 'dark', 'auto'] as const).map((scheme): Command => ({
      id: scheme,
      group: 'actions',
      label: `${t('appearance')}: ${t(scheme)}`,
      run: () => setColourScheme(scheme),
    })),
    { id: 'shortcuts', group: 'actions', label: t('shortcuts'), run: actions.shortcuts },
    { id: 'logout', group: 'actions', label: t('logout'), run: actions.logOut },
  ];
}

/** The jobs and profiles that were looked at last. */
export const recentCommands = (recents: readonly Recent[]): Command[] =>
  recents.map(({ path, title }) => ({ id: `recent ${path}`, group: 'recent', label: title, to: path }));

/** What the typed text itself may mean: a phone or a name to search for. */
export function typedCommands(text: string, session: Session | null): Command[] {
  if (!hasModule(session, 'Profiler')) return [];
  const results = isAdmin(session) ? '/ext/results' : homeOf(session);
  const digits = text.replaceAll(/[\s().-]/g, '');
  const search = (field: string, value: string): string =>
    `${results}?${new URLSearchParams({ q: `${field}:${value}` }).toString()}`;
  if (/^\+?\d{5,15}$/.test(digits)) {
    const phone = digits.startsWith('+') ? digits : `+${digits}`;
    const profile = isAdmin(session)
      ? `/ext/results/${encodeURIComponent(phone)}`
      : `/int?${new URLSearchParams({ profile: phone }).toString()}`;
    return [
      { id: 'phone', group: 'actions', label: words('searchPhone', { phone }), to: search('phone', phone) },
      { id: 'profile', group: 'actions', label: words('openProfile', { phone }), to: profile },
    ];
  }
  if (/\p{L}{2,}/u.test(text))
    return [{ id: 'name', group: 'actions', label: words('searchName', { name: text }), to: search('name', text) }];
  return [];
}

/** Finding jobs by name is for administrators. */
export const mayFindJobs = (session: Session | null): boolean => isAdmin(session) && hasModule(session, 'Profiler');

export const jobCommand = ({ id, number, name }: Job): Command => ({
  id,
  group: 'jobs',
  label: `${number} ${name}`,
  to: `/ext/job/${number}`,
});

/** Every word of the text must begin a word of the label. */
export function matchesText(label: string, text: string): boolean {
  const own = label.toLocaleLowerCase().split(/[^\p{L}\p{N}]+/u);
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((typed) => own.some((word) => word.startsWith(typed)));
}
