// node services/audit/src/verify-chain.ts DATA_DIR: checks the audit trail's chain and prints each fault. Ends with 0 when it is whole, 1
// when not, 2 when there is nothing to check. The service may run meanwhile.
import type { ChainFault } from './domain/chain-link.ts';
import { walkChain } from './queries/chain-state.ts';
import { openChainReader } from './store/index.ts';

const meaning: Readonly<Record<ChainFault['kind'], string>> = {
  CHANGED: 'is not what was written: it, its hash, or the entry before it was changed',
  MISSING: 'is missing',
  CUT_OFF: 'and all after it are missing: the end was cut off',
  ADDED: 'was put behind the end by somebody else than the service',
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(dataDir: string | undefined): Promise<number> {
  if (dataDir === undefined) {
    say('Usage: node services/audit/src/verify-chain.ts DATA_DIR');
    return 2;
  }
  const store = openChainReader({ dataDir });
  if (!store) {
    say(`There is no audit trail in ${dataDir}`);
    return 2;
  }
  let faults = 0;
  const { entries, head } = await walkChain(store, ({ kind, seq, id }) => {
    faults++;
    say(`Entry ${seq}${id === null ? '' : ` (${kind === 'MISSING' ? 'before ' : ''}id ${id})`} ${meaning[kind]}`);
  });
  await store.close();
  say(faults === 0 ? `The chain is whole: ${entries} entries, the last hash is ${head}` : `The chain is broken in ${faults} places`);
  return faults === 0 ? 0 : 1;
}

process.exitCode = await main(process.argv[2]);
