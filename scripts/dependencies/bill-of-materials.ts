import { pnpm } from './pnpm.ts';

/** What is shipped, with all that it depends on; its tests and benches are no part of it. */
const shipped = ['@numscope/standalone...', './frontends/*', '@numscope/cli...'];

/**
 * What runs in production, as CycloneDX 1.6 in JSON.
 * @throws Error with what pnpm says where it makes none
 */
export async function billOfMaterials(): Promise<string> {
  const { code, out, fault } = await pnpm([
    ...shipped.map((workspace) => `--filter-prod=${workspace}`),
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-spec-version',
    '1.6',
    '--sbom-type',
    'application',
    '--prod',
  ]);
  if (code !== 0) throw new Error(`no bill of materials was made: ${fault || out}`);
  return out;
}
