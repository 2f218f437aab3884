import { describe, expect, it } from '@jest/globals';
import type { Session } from '@numscope/ui/session/token.ts';
import { isHere, mainEntries, personalEntries } from '../src/chrome/menu-entries.ts';
import { matchesText, standingCommands, typedCommands } from '../src/palette/commands.ts';

const session = (roles: Session['roles'], modules: Session['modules'] = ['Profiler']): Session => ({
  token: 't',
  userName: 'l_okafor',
  roles,
  modules,
  expiresAt: Number.MAX_SAFE_INTEGER,
});
const admin = session(['ADMIN', 'USER']);
const user = session(['USER']);
const paths = (entries: { to: string }[]): string[] => entries.map((entry) => entry.to);

describe('the menus', () => {
  it('show administrators only Jobs, and users the Search Dashboard', () => {
    expect(mainEntries(admin).map((entry) => entry.label)).toEqual(['Jobs']);
    expect(mainEntries(user).map((entry) => entry.label)).toEqual(['Search Dashboard']);
  });

  it('hide what a lacking module names', () => {
    expect(mainEntries(session(['ADMIN'], ['Webint']))).toEqual([]);
  });

  it('offer users, sources and system to administrators alone, audit trail, API keys and sessions to each under their own prefix', () => {
    expect(paths(personalEntries(admin))).toEqual([
      '/ext/audit',
      '/ext/users',
      '/ext/sources',
      '/ext/privacy',
      '/ext/webhooks',
      '/ext/system',
      '/ext/keys',
      '/ext/sessions',
    ]);
    expect(paths(personalEntries(user))).toEqual(['/int/audit', '/int/keys', '/int/sessions']);
  });

  it('mark Jobs as the present entry on a job and on its results, not on the audit trail', () => {
    const [jobs] = mainEntries(admin);
    const here = (path: string): boolean => jobs !== undefined && isHere(jobs, path);
    expect(['/ext', '/ext/jobs', '/ext/job/7', '/ext/results/x'].map(here)).toEqual([true, true, true, true]);
    expect(['/ext/audit', '/ext/users'].map(here)).toEqual([false, false]);
  });
});

describe('the palette', () => {
  it('finds by the beginnings of words, in any order and case', () => {
    expect(matchesText('User Management', 'man us')).toBe(true);
    expect(matchesText('User Management', 'ser')).toBe(false);
    expect(matchesText('anything', '')).toBe(true);
  });

  it('when a number is typed, then it offers that phone in the results of the role', () => {
    expect(typedCommands('+44 7700 900-142', admin)).toMatchObject([
      { to: '/ext/results?q=phone%3A%2B447700900142' },
      { to: '/ext/results?profile=%2B447700900142' },
    ]);
    expect(typedCommands('447700900142', user)).toMatchObject([
      { to: '/int?q=phone%3A%2B447700900142' },
      { to: '/int?profile=%2B447700900142' },
    ]);
    expect(typedCommands('12', admin)).toEqual([]);
  });

  it('when a name is typed, in any script, then it offers the search for it', () => {
    expect(typedCommands('Мари', admin)).toMatchObject([{ label: 'Search the name Мари' }]);
  });

  it('offers no search and no results to whoever lacks the module, administrators too', () => {
    for (const person of [session(['ADMIN'], ['Webint']), session(['USER'], ['Webint'])]) {
      expect(typedCommands('+44 7700 900-142', person)).toEqual([]);
      expect(typedCommands('Мари', person)).toEqual([]);
      const offered = standingCommands(person, { shortcuts: () => undefined, logOut: () => undefined });
      expect(offered.filter(({ to }) => to === '/ext' || to === '/ext/results' || to === '/int')).toEqual([]);
    }
  });

  it('offers nothing that the role may not open', () => {
    const offered = standingCommands(user, { shortcuts: () => undefined, logOut: () => undefined });
    expect(offered.filter((command) => command.to?.startsWith('/ext'))).toEqual([]);
  });
});
