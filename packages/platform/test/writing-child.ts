// Run as a child by line-writer.test.ts: writes lines by nothing but a LineWriter, so that nothing else opens its streams.
import { readSync } from 'node:fs';
import { LineWriter } from '@numscope/platform/runtime/line-writer';

/** More than any pipe takes at once. */
const LARGE = 8 * 1024 * 1024;

const out = new LineWriter(1);
out.write(`${'x'.repeat(LARGE)}\n`);
/** Whoever reads says when it goes on; nothing of this process does meanwhile but the thread that writes. */
readSync(0, Buffer.alloc(1));
const [how] = process.argv.slice(2);
for (let line = 1; line <= 10; line++) out.write(`line ${line}\n`);
if (how === 'flush') out.flush(() => process.exit(0));
else process.exit(0);
