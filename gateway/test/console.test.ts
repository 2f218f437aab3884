import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { aroundAll } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';

let setup: Setup;
aroundAll(setUp, (opened) => (setup = opened));
const get = (path: string, headers: Record<string, string> = {}) => fetch(setup.url + path, { headers });

describe("the console's files", () => {
  it('answers every page path with the shell, with a new nonce each time', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/login', '/ext/jobs?page=2', '/int/anything']) {
      const answer = await get(path, { accept: 'text/html,application/xhtml+xml' });
      const text = await answer.text();
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-security-policy')).toBe(
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; ` +
          "font-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      );
      expect(text).not.toContain('__CSP_NONCE__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  it('has the settings in the page, as data that ends no block', async () => {
    const text = await (await get('/login', { accept: 'text/html' })).text();
    const [, block = ''] = /<script type="application\/json" id="settings">(.*?)<\/script>/.exec(text) ?? [];
    expect(block).not.toContain('<');
    expect(JSON.parse(block)).toEqual(JSON.parse(await (await get('/api/console-settings')).text()));
  });

  it.each([
    ['/login', ['shell/b.js', 'shell/b.css', 'shell/l.js']],
    ['/', ['shell/b.js', 'shell/b.css', 'shell/l.js']],
    ['/ext', ['shell/b.js', 'shell/b.css', 'shell/c.js', 'jobs-mfe/remoteEntry.js']],
    ['/ext/job/7/?tab=phones', ['shell/b.js', 'shell/b.css', 'shell/c.js', 'jobs-mfe/remoteEntry.js']],
    ['/int', ['shell/b.js', 'shell/b.css', 'shell/c.js']],
  ])('names in the page of %s what its scripts load next', async (path, files) => {
    const text = await (await get(path, { accept: 'text/html' })).text();
    const links = [...text.matchAll(/<link rel="preload" as="(\w+)" href="\/assets\/([^"]+)">/g)];
    expect(links.map(([, , file]) => file)).toEqual(files);
    expect(links.every(([, kind, file]) => kind === (file?.endsWith('.css') ? 'style' : 'script'))).toBe(true);
  });

  it('is of the present build when the console is built again, of the one before while that is put in its place', async () => {
    const dist = (part: string) => join(setup.test.dir, 'frontends', part, 'dist');
    const page = async () => (await get('/ext', { accept: 'text/html' })).text();
    const before = await page();
    await rename(dist('shell'), `${dist('shell')}.old`);
    const named = (text: string): string => text.replace(/"[\w-]{22}"/g, '');
    expect(named(await page())).toBe(named(before));
    await mkdir(dist('shell'));
    await writeFile(
      join(dist('shell'), 'index.html'),
      '<!doctype html><head></head><script src="/assets/shell/new.js">',
    );
    await writeFile(join(dist('jobs-mfe'), 'preloads.json'), '{"remote":["newEntry.js"]}');
    expect(await page()).toMatch(/jobs-mfe\/newEntry\.js.*shell\/new\.js/);
    await rm(dist('shell'), { recursive: true });
    await rename(`${dist('shell')}.old`, dist('shell'));
    await writeFile(join(dist('jobs-mfe'), 'preloads.json'), '{"remote":["remoteEntry.js"]}');
    expect(named(await page())).toBe(named(before));
  });

  it('keeps hashed files for ever, asks again for the others, and sends the packed twin', async () => {
    const hashed = await get('/assets/shell/main.0123456789.js', { 'accept-encoding': 'identity' });
    expect({ cache: hashed.headers.get('cache-control'), text: await hashed.text() }).toEqual({
      cache: 'public, max-age=31536000, immutable',
      text: 'plain',
    });
    expect((await get('/assets/shell/remoteEntry.js')).headers.get('cache-control')).toBe('no-cache');
    const packed = await fetch(`${setup.url}/assets/shell/main.0123456789.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.headers.get('content-type')).toContain('javascript');
    expect(packed.headers.get('cache-control')).toContain('immutable');
  });

  it('answers 404 for unknown files and never leaves its folders', async () => {
    for (const path of [
      '/assets/shell/none.js',
      '/assets/nobody/x.js',
      '/assets/shell/..%2f..%2f..%2fetc%2fpasswd',
      '/assets/shell/%2e%2e/x',
    ]) {
      const answer = await get(path, { accept: 'text/html' });
      expect([403, 404]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toContain('application/json');
    }
  });

  it('answers 404 where no page was asked for', async () => {
    expect((await get('/login', { accept: 'application/json' })).status).toBe(404);
    expect((await fetch(`${setup.url}/login`, { method: 'POST', headers: { accept: 'text/html' } })).status).toBe(404);
  });
});
