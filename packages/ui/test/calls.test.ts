import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { callApi } from '../src/net/call-api.ts';
import { ApiFailure } from '@numscope/client';
import { onToast, type Toast } from '../src/notify/toasts.ts';
import { currentSession, startSession } from '../src/session/session.ts';
import { fakeBrowser, tokenWith } from './browser.ts';

const real = globalThis.fetch;
let sent: { url: string; init: RequestInit }[] = [];
let toasts: Toast[] = [];

/** The server answers this to every call. */
function answer(status: number, body: unknown): void {
  globalThis.fetch = async (url, init = {}) => {
    sent.push({ url: String(url), init });
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'x-request-id': 'req-1' } });
  };
}

const refusal = (statusCode: number, code: string, message: string): unknown => ({
  statusCode,
  code,
  message,
  requestId: 'req-1',
});

beforeEach(() => {
  fakeBrowser();
  sent = [];
  toasts = [];
  onToast((toast) => toasts.push(toast));
});
afterEach(() => {
  globalThis.fetch = real;
});

describe('what is sent', () => {
  it('when somebody is signed in, then every call carries the bearer token', async () => {
    startSession(tokenWith({}));
    answer(200, []);
    await callApi('findJobs', { query: { nameOrNumber: 'a b', batch: 15, skip: 0 } });
    expect(sent[0]?.url).toBe('/api/v2/job/search?nameOrNumber=a+b&batch=15&skip=0');
    expect(sent[0]?.init.headers).toMatchObject({ authorization: `Bearer ${tokenWith({})}` });
  });

  it('when nobody is, then none is sent', async () => {
    answer(200, { accessToken: 'x' });
    await callApi('login', { body: { username: 'a', password: 'b' } });
    expect(sent[0]?.init.headers).not.toHaveProperty('authorization');
    expect(sent[0]?.init.body).toBe('{"username":"a","password":"b"}');
  });
});

describe('what is refused', () => {
  it('when the server says why, then its message is a toast of 5 s and the failure knows code, details and request', async () => {
    answer(409, {
      ...(refusal(409, 'WRONG_STATE', 'The state forbids it') as object),
      details: { allowed: ['PAUSED'] },
    });
    const failure = await callApi('mainJob', {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      status: 409,
      code: 'WRONG_STATE',
      details: { allowed: ['PAUSED'] },
      requestId: 'req-1',
    });
    expect(toasts).toMatchObject([{ tone: 'error', message: 'The state forbids it', duration: 5000 }]);
  });

  it("when the server's words are unreadable, then the client's own are shown", async () => {
    answer(502, '<html>');
    await expect(callApi('mainJob', {})).rejects.toMatchObject({ status: 502, requestId: 'req-1' });
    expect(toasts[0]?.message).toBe('Request failed with status code 502');
  });

  it('when the caller shows it itself, then there is no toast', async () => {
    answer(404, refusal(404, 'NOT_FOUND', 'no'));
    await expect(callApi('mainJob', {}, { quiet: true })).rejects.toMatchObject({ status: 404 });
    expect(toasts).toEqual([]);
  });

  it('when the answer is 401, then the session ends', async () => {
    startSession(tokenWith({}));
    answer(401, refusal(401, 'UNAUTHORIZED', 'A valid access token is required'));
    await expect(callApi('mainJob', {}, { quiet: true })).rejects.toMatchObject({ status: 401 });
    expect(currentSession()).toBeNull();
  });

  it('when the answer is 401 and somebody has logged in since, then that session goes on, and nothing is said', async () => {
    startSession(tokenWith({}));
    const { promise, resolve } = Promise.withResolvers<Response>();
    globalThis.fetch = () => promise;
    const late = callApi('mainJob', {});
    startSession(tokenWith({ sub: 'heron' }));
    resolve(Response.json(refusal(401, 'UNAUTHORIZED', 'A valid access token is required'), { status: 401 }));
    await expect(late).rejects.toMatchObject({ status: 401 });
    expect(currentSession()?.userName).toBe('heron');
    expect(toasts).toEqual([]);
  });

  it('when the session has run out, then it is said as specified, also by quiet calls, and the token stays until the page is refreshed', async () => {
    startSession(tokenWith({}));
    answer(403, refusal(403, 'SESSION_EXPIRED', 'Session timeout. Please refresh the page and try again'));
    await expect(callApi('mainJob', {}, { quiet: true })).rejects.toMatchObject({ status: 403 });
    expect(toasts).toMatchObject([
      { tone: 'warning', message: 'Session timeout. Please refresh the page and try again' },
    ]);
    expect(currentSession()).not.toBeNull();
  });

  it('when an answer has a form that the contract does not know, then it is a failure and not a crash later', async () => {
    answer(200, { content: 'nonsense' });
    await expect(callApi('searchJobs', { body: {} })).rejects.toMatchObject({ code: 'UNREADABLE' });
  });

  it('when the caller stops waiting, then nothing is shown', async () => {
    globalThis.fetch = async (_url, init) => {
      init?.signal?.throwIfAborted();
      return new Response('{}');
    };
    const stop = new AbortController();
    stop.abort();
    await expect(callApi('mainJob', {}, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(toasts).toEqual([]);
  });
});
