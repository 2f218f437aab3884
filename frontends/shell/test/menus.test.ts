import { describe, expect, it } from '@jest/globals';
import { buildJob } from '@numscope/testing/builders';
import type { Session } from '@numscope/ui/session/token.ts';
import { isHere, mainEntries, personalEntries, shownEntries } from '../src/chrome/menu-entries.ts';
import { matchesText, standingCommands, typedCommands } from '../src/palette/commands.ts';
import { jobActs, jobWords } from '../src/palette/job-acts.ts';
import { forgetPlaces, placeOf, recentPlaces, rememberPlace } from '../src/palette/recents.ts';

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

  it('say what to do about it where modules leave nothing, and lead there', () => {
    expect(shownEntries(session(['ADMIN'], ['Webint']))).toMatchObject([
      { label: 'Give yourself the module Profiler in User Management.', to: '/ext/users' },
    ]);
    expect(shownEntries(session(['USER'], []))).toMatchObject([
      { label: 'Ask an administrator for the module Profiler.', to: '/int' },
    ]);
    expect(shownEntries(user)).toEqual(mainEntries(user));
    expect(shownEntries(null)).toEqual(mainEntries(null));
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
      { to: '/ext/results/%2B447700900142' },
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

describe('the palette', () => {
  it('finds a job by what is left of a text that begins as an act does', () => {
    expect(jobWords('pause job 5')).toBe('5');
    expect(jobWords('play night of march')).toBe('night of march');
    expect(jobWords('pause')).toBe('pause');
  });

  it('offers of a job what the server says may be done and can be taken back', () => {
    const job = buildJob({ number: 5, name: 'Night', actions: ['PAUSE', 'STOP', 'DELETE'] });
    expect(jobActs(job).map(({ label }) => label)).toEqual(['Pause job 5 Night']);
    expect(matchesText('Pause job 5 Night', 'pause job 5')).toBe(true);
  });

  it('creates jobs for who may find them, and opens a profile on the screen of the role', () => {
    const labels = (of: Session): string[] =>
      standingCommands(of, { shortcuts: () => undefined, logOut: () => undefined }).map(({ label }) => label);
    expect(labels(admin)).toContain('Create a job from a file');
    expect(labels(user)).not.toContain('Create a job from a file');
    const profileOf = (of: Session) => typedCommands('+998901234567', of).find(({ id }) => id === 'profile')?.to;
    expect(profileOf(admin)).toBe('/ext/results/%2B998901234567');
    expect(profileOf(user)).toBe('/int?profile=%2B998901234567');
  });

  it('remembers the last jobs and profiles of the window by their names, each once, until the session ends', () => {
    const at = (href: string) => placeOf(new URL(href, 'http://console.example'));
    expect(at('/ext')).toBeNull();
    expect(at('/ext/results?q=name:a')).toBeNull();
    expect(at('/ext/job/7?tab=passes')).toBe('/ext/job/7');
    for (let number = 1; number <= 9; number++) rememberPlace(at(`/ext/job/${number}`), `${number} Night · Numscope`);
    rememberPlace(at('/int?profile=%2B998901234567&page=2'), 'Anvar Karimov · Numscope');
    rememberPlace(at('/ext/job/5'), '5 Day · Numscope');
    rememberPlace(at('/ext/job/4'), 'Numscope');
    expect(recentPlaces().slice(0, 3)).toEqual([
      { path: '/ext/job/5', title: '5 Day' },
      { path: '/int?profile=%2B998901234567', title: 'Anvar Karimov' },
      { path: '/ext/job/9', title: '9 Night' },
    ]);
    expect(recentPlaces()).toHaveLength(8);
    forgetPlaces();
    expect(recentPlaces()).toEqual([]);
  });
});
