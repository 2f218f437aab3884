import { type EngineAddresses, engineNames, engineVariables } from './engine-names.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type EngineChoice =
  | { from: 'docker' }
  | { from: 'local'; addresses: EngineAddresses }
  | { from: 'none'; why: string };

function addressesOf(env: Environment): { found: EngineAddresses; missing: string[] } {
  const found: EngineAddresses = {};
  const missing: string[] = [];
  for (const name of engineNames) {
    const variable = engineVariables[name];
    const address = env[variable];
    if (address) found[variable] = address;
    else missing.push(variable);
  }
  return { found, missing };
}

function local(env: Environment): EngineChoice {
  const { found, missing } = addressesOf(env);
  if (missing.length > 0)
    throw new Error(`engines are missing: set ${missing.join(', ')} to the addresses of running engines`);
  return { from: 'local', addresses: found };
}

/**
 * Where a suite takes its engines from: what `ENGINES` says; if it says nothing, Docker where it answers, else the
 * addresses that are set, else nowhere.
 * @throws Error when addresses are to be used and one is missing, or when `ENGINES` is something else
 */
export async function chooseEngines(env: Environment, dockerAnswers: () => Promise<boolean>): Promise<EngineChoice> {
  switch (env['ENGINES'] || 'unset') {
    case 'docker':
      return { from: 'docker' };
    case 'local':
      return local(env);
    case 'none':
      return { from: 'none', why: 'ENGINES=none' };
    case 'unset':
      if (await dockerAnswers()) return { from: 'docker' };
      if (Object.keys(addressesOf(env).found).length > 0) return local(env);
      return { from: 'none', why: 'Docker does not answer and no TEST_... address is set' };
    default:
      throw new Error(`ENGINES must be docker, local or none, not ${env['ENGINES']}`);
  }
}
