import type { Registry } from '@numscope/platform';

/** The metrics of all services as one Prometheus text: samples of one name stand together, under one description. */
export async function metricsText(registries: readonly Registry[]): Promise<string> {
  const families = new Map<string, string[]>();
  for (const registry of registries) {
    const text = await registry.metrics();
    for (const family of text.split(/^(?=# HELP )/m)) {
      const lines = family.split('\n').filter(Boolean);
      const name = lines[0]?.split(' ')[2];
      if (name === undefined) continue;
      const known = families.get(name);
      if (known) known.push(...lines.filter((line) => !line.startsWith('#')));
      else families.set(name, lines);
    }
  }
  return `${[...families.values()].flat().join('\n')}\n`;
}
