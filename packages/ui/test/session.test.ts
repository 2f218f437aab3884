import { beforeEach, describe, expect, it } from '@jest/globals';
import { screens } from '@numscope/contracts';
import { decideRoute, landingPath } from '../src/session/routes.ts';
import { currentSession, endSession, onSessionChange, startSession } from '../src/session/session.ts';
import { readToken, type Session } from '../src/session/token.ts';
import { type FakeBrowser, fakeBrowser, tokenWith } from './browser.ts';

let browser: FakeBrowser;
beforeEach(() => {
  browser = fakeBrowser();
});

const sessionOf = (roles: string, modules = 'Profiler'): Session => {
  const session = readToken(tokenWith({ roles, modules }));
  if (session === null) throw new Error('not readable');
  return session;
};

describe('reading a token', () => {
  it('when it holds comma-separated roles and modules, then each is known', () => {
    expect(readToken(tokenWith({ sub: 'Ünal', roles: 'ADMIN, USER', modules: 'Profiler,Webint' }))).toMatchObject({
      userName: 'Ünal',
      roles: ['ADMIN', 'USER'],
      modules: ['Profiler', 'Webint'],
      expiresAt: 4_102_444_800_000,
    });
  });

  it('when modules come as a list and a role is unknown, then the unknown is left out', () => {
    expect(readToken(tokenWith({ roles: 'ROOT,USER', modules: ['Webint'] }))).toMatchObject({
      roles: ['USER'],
      modules: ['Webint'],
    });
  });

  it('when it has run out, then nobody is signed in', () => {
    expect(readToken(tokenWith({ exp: 1000 }), 1_000_000)).toBeNull();
    expect(readToken(tokenWith({ exp: 1001 }), 1_000_000)).not.toBeNull();
  });

  it.each(['', 'abc', 'a.b.c', 'a.e30.c', `a.${Buffer.from('"text"').toString('base64url')}.c`])(
    'when it is %j, then nobody is signed in',
    (token) => {
      expect(readToken(token)).toBeNull();
    },
  );
});

describe('the session', () => {
  it('when a token is taken, then it lies in local storage under the key token, and all hear of it', () => {
    let heard = 0;
    const stop = onSessionChange(() => (heard += 1));
    startSession(tokenWith({}));
    expect(browser.localStorage.getItem('token')).toBe(tokenWith({}));
    expect(currentSession()?.userName).toBe('l_okafor');
    expect(heard).toBe(1);
    stop();
    endSession();
    expect(heard).toBe(1);
  });

  it('when the token cannot be read, then it is not kept', () => {
    expect(() => startSession('nonsense')).toThrow('cannot be read');
    expect(browser.localStorage.getItem('token')).toBeNull();
  });

  it('when the token runs out while the page is open, then it is still sent, so that the server can say so', () => {
    const soon = Math.ceil(Date.now() / 1000) + 5;
    startSession(tokenWith({ exp: soon }));
    const now = Date.now;
    Date.now = () => (soon + 60) * 1000;
    try {
      expect(currentSession()?.expiresAt).toBe(soon * 1000);
    } finally {
      Date.now = now;
    }
  });

  it('when another tab removes the token, then this one is signed out and told', () => {
    startSession(tokenWith({}));
    let seen: unknown = 'nothing heard';
    onSessionChange(() => {
      seen = currentSession();
    });
    browser.otherTab.remove('language');
    expect(seen).toBe('nothing heard');
    browser.otherTab.remove('token');
    expect(seen).toBeNull();
  });
});

describe('which path leads where', () => {
  const admin = sessionOf('ADMIN');
  const user = sessionOf('USER');
  it.each([
    ['/', null, { kind: 'redirect', to: '/ext' }],
    ['/ext', null, { kind: 'redirect', to: '/login' }],
    ['/ext', admin, { kind: 'remote', remote: 'jobs_mfe' }],
    ['/ext/', admin, { kind: 'remote', remote: 'jobs_mfe' }],
    ['/ext/jobs', user, { kind: 'logout' }],
    ['/ext/job/12', admin, { kind: 'remote', remote: 'jobs_mfe' }],
    ['/ext/job', admin, { kind: 'not-found' }],
    ['/ext/job/12/phones', admin, { kind: 'not-found' }],
    ['/ext/results/print', admin, { kind: 'remote', remote: 'results_mfe' }],
    ['/ext/results/Case 26', admin, { kind: 'remote', remote: 'results_mfe' }],
    ['/ext/audit', user, { kind: 'logout' }],
    ['/ext/sources', admin, { kind: 'remote', remote: 'admin_mfe' }],
    ['/int', null, { kind: 'remote', remote: 'results_mfe' }],
    ['/int', admin, { kind: 'remote', remote: 'results_mfe' }],
    ['/int/audit', user, { kind: 'remote', remote: 'admin_mfe' }],
    ['/login', null, { kind: 'login' }],
    ['/login', user, { kind: 'redirect', to: '/int' }],
    ['/login', admin, { kind: 'redirect', to: '/ext' }],
    ['/logout', user, { kind: 'logout' }],
    ['/events', null, { kind: 'not-found' }],
    ['/ext/nowhere', user, { kind: 'not-found' }],
  ] as const)('%s for %j', (path, session, decision) => {
    expect(decideRoute(path, session)).toEqual(decision);
  });

  it('when the module is lacking, then the screen says so instead of opening', () => {
    const webint = sessionOf('ADMIN', 'Webint');
    expect(decideRoute('/ext', webint)).toEqual({ kind: 'no-module', module: 'Profiler' });
    expect(decideRoute('/ext/users', webint)).toEqual({ kind: 'remote', remote: 'admin_mfe' });
  });

  it('when a person without the admin role opens any guarded route, then they are logged out', () => {
    for (const { path } of screens.filter(({ guarded }) => guarded))
      expect(decideRoute(path.replace(/\{\w+\}/, '1'), user)).toEqual({ kind: 'logout' });
  });
});

describe('after the login', () => {
  const admin = sessionOf('ADMIN');
  const user = sessionOf('USER');
  it.each([
    [admin, null, '/ext'],
    [admin, '/ext/job/7?tab=phones', '/ext/job/7?tab=phones'],
    [admin, '/int?q=name:mar', '/ext'],
    [admin, '/external', '/ext'],
    [user, '/ext/users', '/int'],
    [user, '/int?q=name:mar', '/int?q=name:mar'],
    [user, '//evil.example/int', '/int'],
  ])('%#: the remembered path is taken only when it fits the role', (session, remembered, path) => {
    expect(landingPath(session, remembered)).toBe(path);
  });
});
