import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { warmUp } from '../../scripts/warm-up.ts';

let dir: string;
let main: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'numscope-warm-'));
  main = join(dir, 'main.ts');
});
afterEach(() => rmSync(dir, { recursive: true }));

it('waits for no product that is never ready', async () => {
  writeFileSync(main, "process.stderr.write('Waiting\\n'); setInterval(() => undefined, 1000);");
  await expect(warmUp(main, 1500)).rejects.toThrow('it ended before it was ready: Waiting');
});

it('tells why a product did not start', async () => {
  writeFileSync(main, "process.stderr.write('The settings are not right\\n'); process.exit(1);");
  await expect(warmUp(main)).rejects.toThrow('it ended before it was ready: The settings are not right');
});

it('hands in a number to one that is ready in words that come in pieces, and ends it', async () => {
  const log = join(dir, 'log');
  writeFileSync(
    main,
    `
    import { appendFileSync } from 'node:fs';
    import { createServer } from 'node:http';
    const note = (text) => appendFileSync(${JSON.stringify(log)}, text + '\\n');
    const server = createServer((request, response) => {
      note(request.url);
      response.end(JSON.stringify({ accessToken: 'a.b.c' }));
    });
    server.listen(0, '127.0.0.1', () => {
      process.stderr.write('Numscope is ready at http://127.0');
      setTimeout(() => process.stderr.write('.0.1:' + server.address().port + '\\n'), 200);
    });
    process.on('SIGTERM', () => process.exit(0));
    `,
  );
  await warmUp(main);
  expect(readFileSync(log, 'utf8')).toBe('/api/auth/login\n/api/v2/job/file\n');
});
