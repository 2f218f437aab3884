// node services/audit/src/verify-chain.ts DATA_DIR, or with STORE_URL=mongodb://... and no word: checks the audit
// trail's chain and prints each fault. Ends with 0 when it is whole, 1 when not, 2 when there is nothing to check. The
// service may run meanwhile.
import { createLogger } from '@numscope/platform';
import type { ChainFault } from './domain/chain-link.ts';
import { walkChain } from './queries/chain-state.ts';
import type { ChainReader } from './store/audit-store.port.ts';
import { openChainReader } from './store/index.ts';

const SERVER_MS = 15_000;

const meaning: Readonly<Record<ChainFault['kind'], string>> = {
  CHANGED: 'is not what was written: it, its hash, or the entry before it was changed',
  MISSING: 'is missing',
  CUT_OFF: 'and all after it are missing: the end was cut off',
  ADDED: 'stands where the service put none: it was added by somebody else',
  HEAD: 'The head of the trail, which tells its end, is gone or is not what was written',
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function openInMongo(url: string): Promise<ChainReader | null> {
  const waiting = setTimeout(() => {
    say('MongoDB at STORE_URL does not answer');
    process.exit(2);
  }, SERVER_MS);
  const { openMongoChainReader } = await import('./store/mongo.ts');
  const reader = await openMongoChainReader({ url, log: createLogger('verify-chain', 'silent') });
  clearTimeout(waiting);
  return reader;
}

/** Where the trail is, and its reader; no reader where there is none. */
async function openTrail(
  dataDir: string | undefined,
  url: string | undefined,
): Promise<{ where: string; store: ChainReader | null } | null> {
  if (dataDir !== undefined) return { where: dataDir, store: openChainReader({ dataDir }) };
  return url ? { where: 'the database at STORE_URL', store: await openInMongo(url) } : null;
}

async function main(): Promise<number> {
  const trail = await openTrail(process.argv[2], process.env['STORE_URL']);
  if (!trail) {
    say(
      'Usage: node services/audit/src/verify-chain.ts DATA_DIR, or STORE_URL=mongodb://... node services/audit/src/verify-chain.ts',
    );
    return 2;
  }
  const { where, store } = trail;
  if (!store) {
    say(`There is no audit trail in ${where}`);
    return 2;
  }
  let faults = 0;
  const { entries, head } = await walkChain(store, ({ kind, seq, id }) => {
    faults++;
    const entry = `Entry ${seq}${id === null ? '' : ` (${kind === 'MISSING' ? 'before ' : ''}id ${id})`} `;
    say(`${kind === 'HEAD' ? '' : entry}${meaning[kind]}`);
  });
  await store.close();
  say(
    faults === 0
      ? `The chain is whole: ${entries} entries, the last hash is ${head}`
      : `The chain is broken in ${faults} places`,
  );
  return faults === 0 ? 0 : 1;
}

process.exitCode = await main();
