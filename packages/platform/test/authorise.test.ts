import { describe, expect, it } from '@jest/globals';
import { audiences, type Call, calls, type KeyScope, keyScopes, type Module, type Role } from '@numscope/contracts';
import { has, keyNeeds, messageKeyNeeds, messageNeeds, needs, suffices } from '@numscope/testing/rights-table';
import { authorise, isAllowed, type Identity } from '../src/index.ts';

const roleSets: ReadonlyArray<readonly Role[]> = [['ADMIN'], ['USER'], ['ADMIN', 'USER']];
const moduleSets: ReadonlyArray<readonly Module[]> = [['Profiler'], ['Webint'], ['Profiler', 'Webint'], []];

const people = roleSets.flatMap((roles) =>
  moduleSets.map((modules): Identity => ({
    userId: 'id',
    userName: `${roles.join('+')} with ${modules.join('+') || 'nothing'}`,
    roles,
    modules,
    issuedAt: 0,
    expiresAt: 1,
  })),
);

function outcome(call: Call, identity: Identity | null): string {
  try {
    authorise(call, identity);
    return 'allowed';
  } catch (error) {
    return String(Reflect.get(Object(error), 'statusCode'));
  }
}

const named = Object.entries(calls).map(([name, call]) => [name, call] as const);

describe('the right to each call', () => {
  it.each(people.map((person) => [person.userName, person] as const))('of %s', (_name, person) => {
    const given = Object.fromEntries(named.map(([name, call]) => [name, outcome(call, person)]));
    const due = Object.fromEntries(
      Object.entries(needs).map(([name, need]) => [name, has(need, person) ? 'allowed' : '403']),
    );
    expect(given).toEqual(due);
  });

  it('of somebody without a token', () => {
    const open = named.filter(([, call]) => outcome(call, null) === 'allowed').map(([name]) => name);
    expect(open.toSorted()).toEqual(
      Object.keys(needs)
        .filter((name) => Reflect.get(needs, name) === 'nobody')
        .toSorted(),
    );
    expect(new Set(named.filter(([name]) => !open.includes(name)).map(([, call]) => outcome(call, null)))).toEqual(
      new Set(['401']),
    );
  });

  it('is never left to chance by a call with a right of its own: each says its module or null', () => {
    expect(named.filter(([, call]) => !('module' in call)).map(([name]) => name)).toEqual([]);
  });
});

describe('the right to hear each message of the websocket', () => {
  it.each(people.map((person) => [person.userName, person] as const))('of %s', (_name, person) => {
    const heard = Object.entries(audiences).flatMap(([type, audience]) => (isAllowed(audience, person) ? [type] : []));
    const due = Object.entries(messageNeeds).flatMap(([type, need]) => (has(need, person) ? [type] : []));
    expect(heard.toSorted()).toEqual(due.toSorted());
  });
});

/** A program of an administrator who may do everything, with a key of one scope. */
const program = (scope: KeyScope): Identity => ({
  userId: 'id',
  userName: 'root',
  roles: ['ADMIN'],
  modules: ['Profiler', 'Webint'],
  issuedAt: 0,
  expiresAt: 1,
  key: { id: 'key', shownAs: 'root [key]', scopes: [scope] },
});

describe('what an API key may do', () => {
  it.each(keyScopes)('made for %s', (scope) => {
    const given = Object.fromEntries(named.map(([name, call]) => [name, outcome(call, program(scope))]));
    const due = Object.entries(keyNeeds).map(([name, need]) => [name, suffices(need, scope) ? 'allowed' : '403']);
    expect(given).toEqual(Object.fromEntries(due));
  });

  it.each(keyScopes)('hear, made for %s', (scope) => {
    const heard = Object.entries(audiences).flatMap(([type, to]) => (isAllowed(to, program(scope)) ? [type] : []));
    const due = Object.entries(messageKeyNeeds).flatMap(([type, need]) => (suffices(need, scope) ? [type] : []));
    expect(heard.toSorted()).toEqual(due.toSorted());
  });

  it('is never more than its holder may', () => {
    const ofUser = { ...program('jobs'), roles: ['USER'] };
    const withoutModule = { ...program('profiles'), modules: [] };
    expect([outcome(calls.listJobs, ofUser), outcome(calls.getProfile, withoutModule)]).toEqual(['403', '403']);
  });

  it('says which scope it lacks', () => {
    expect(() => authorise(calls.createJobByRange, program('jobs:read'))).toThrow(
      expect.objectContaining({ code: 'KEY_SCOPE', details: { scope: 'jobs' } }),
    );
  });
});
