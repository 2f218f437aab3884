// Writes docs/events/: the AsyncAPI document and a JSON Schema for each event, made from the contracts. `--check` says
// whether they are current.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asyncApi, eventJsonSchema, publishedTopics } from '../packages/contracts/src/events/event-documents.ts';
import { root } from './steps.ts';

const folder = join(root, 'docs', 'events');
const textOf = (json: unknown): string => `${JSON.stringify(json, null, 2)}\n`;
const files = new Map([
  ['asyncapi.json', textOf(asyncApi())],
  ...publishedTopics.map((topic) => [join('schemas', `${topic}.schema.json`), textOf(eventJsonSchema(topic))] as const),
]);

if (process.argv.includes('--check')) {
  const stale = [...files].filter(
    ([name, text]) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== text,
  );
  for (const [name] of stale)
    console.error(`docs/events/${name} is not what the contracts say: run "node scripts/run.mjs events"`);
  process.exit(stale.length > 0 ? 1 : 0);
}
mkdirSync(join(folder, 'schemas'), { recursive: true });
for (const [name, text] of files) writeFileSync(join(folder, name), text);
console.log(`docs/events: ${files.size} files written`);
