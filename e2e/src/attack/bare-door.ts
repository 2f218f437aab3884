import { spawn } from 'node:child_process';

const program = `
  const { createServer } = require('node:http');
  createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      try { JSON.parse(Buffer.concat(chunks).toString()); } catch {}
      response.end('{}');
    });
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

/** A server that reads and parses bodies and does nothing else: what this machine takes for that alone, at this moment. */
export function openBareDoor(): Promise<{ url: string; close(): void }> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (port: Buffer) => resolve({ url: `http://127.0.0.1:${String(port).trim()}`, close: () => child.kill() }));
  });
}
