import { beforeEach, expect, it } from '@jest/globals';
import { endSession, startSession } from '../src/session/session.ts';
import { typedForm } from '../src/session/typed-form.ts';
import { fakeBrowser, tokenWith } from './browser.ts';
import { runHook } from './run-hook.ts';

interface Form {
  name: string;
  password: string;
}

const empty: Form = { name: '', password: '' };
const typed: Form = { name: 'half typed', password: 'Quiet!River7' };
let useForm: ReturnType<typeof typedForm<Form>>;
beforeEach(() => {
  fakeBrowser();
  useForm = typedForm<Form>((form) => ({ ...form, password: '' }));
  startSession(tokenWith({ sub: 'ann' }));
});

/** What the form holds where it is opened. */
const open = (of = '') => runHook(({ of: which }: { of: string }) => useForm(which, () => empty), { of });

function typeUntil(end: () => void): void {
  const form = open();
  form.now()[1](typed);
  form.give({ of: '' });
  end();
  form.end();
}

const opened = (of = ''): Form => {
  const form = open(of);
  const [now] = form.now();
  form.end();
  return now;
};

it('is there again, without its password, for the same person whose session ended amid it, and once', () => {
  typeUntil(() => endSession('EXPIRED'));
  startSession(tokenWith({ sub: 'ann', iat: 2 }));
  expect(opened('of another')).toEqual(empty);
  expect(opened()).toEqual({ name: 'half typed', password: '' });
  expect(opened()).toEqual(empty);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('half typed');
});

it('is for nobody else, nor for the same person after somebody else', () => {
  typeUntil(() => endSession('UNUSED'));
  startSession(tokenWith({ sub: 'bob' }));
  expect(opened()).toEqual(empty);
  endSession('UNUSED');
  startSession(tokenWith({ sub: 'ann' }));
  expect(opened()).toEqual(empty);
});

it('goes where it is closed and where its person logs out', () => {
  typeUntil(() => undefined);
  expect(opened()).toEqual(empty);
  typeUntil(() => endSession());
  startSession(tokenWith({ sub: 'ann', iat: 2 }));
  expect(opened()).toEqual(empty);
});
