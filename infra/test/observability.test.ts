import { beforeAll, describe, expect, it } from '@jest/globals';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { PART_ANSWERS_MS, SERVICE_ANSWERS_MS } from '../../packages/platform/src/runtime/answer-within.ts';
import { createMetrics } from '../../packages/platform/src/runtime/metrics.ts';
import { metricsInCode, processNames, read } from './code.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  targets?: Array<{ expr: string }>;
}

interface Dashboard {
  __inputs: Array<{ name: string }>;
  panels: Panel[];
  templating: { list: Array<{ name: string; query: string | { query: string } }> };
}

interface Alerts {
  groups: Array<{ rules: Array<{ alert: string; expr: string; annotations: { summary: string } }> }>;
}

const dashboard = JSON.parse(read('infra/observability/grafana-dashboard.json')) as Dashboard;
const rules = (parse(read('infra/observability/alerts.yml')) as Alerts).groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
];

/** The metrics that an expression reads. @throws Error where it is no PromQL */
function metricsOf(expression: string): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to, node }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
      if (type.name === 'Identifier' && node.parent?.type.name === 'VectorSelector') names.push(text.slice(from, to));
    },
  });
  return names;
}

/** What the processes show; a histogram as its three series. */
let shown: Set<string>;
beforeAll(async () => {
  const { registry } = createMetrics('any', true);
  const defaults = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const own = [...metricsInCode()].flatMap(([name, isHistogram]) =>
    isHistogram ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  );
  shown = new Set([...own, ...defaults, 'up']);
});

it('figures and health are told before those give up who ask for them', () => {
  const { global } = parse(read('infra/observability/prometheus.yml')) as { global: { scrape_timeout: string } };
  expect(Number.parseInt(global.scrape_timeout, 10) * 1000).toBeGreaterThan(PART_ANSWERS_MS);
  const probed = ['k8s/gateway.yaml', 'k8s/patches/service-probes.yaml', 'docker/gateway.Dockerfile'];
  const limits = [...probed, 'docker/service.Dockerfile'].flatMap((file) =>
    [...read(`infra/${file}`).matchAll(/(?:timeoutSeconds: |--timeout=)(\d+)/g)].map(([, seconds]) => Number(seconds)),
  );
  expect(limits.length).toBeGreaterThanOrEqual(6);
  expect(Math.min(...limits) * 1000).toBeGreaterThan(SERVICE_ANSWERS_MS);
  expect(SERVICE_ANSWERS_MS).toBeGreaterThan(PART_ANSWERS_MS);
});

describe('the dashboard and the alerts', () => {
  it.each(expressions)('$where: reads only what the code shows', ({ expr }) => {
    const names = metricsOf(expr);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('are told from what is no PromQL, and from what nobody shows', () => {
    expect(() => metricsOf('sum by (rate(x[5m])')).toThrow('no PromQL');
    expect(metricsOf('sum(rate(numscope_nothing[$__rate_interval]))')).toEqual(['numscope_nothing']);
    expect(shown.has('numscope_nothing')).toBe(false);
  });

  it('show every metric of ours', () => {
    const used = new Set(
      expressions.flatMap(({ expr }) => metricsOf(expr)).map((name) => name.replace(/_(bucket|sum|count)$/, '')),
    );
    expect([...metricsInCode().keys()].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('metrics', () => {
  it.each([...metricsInCode()])('%s bears its unit, and a counter says that it is one', (name) => {
    expect(name).toMatch(/_(total|seconds|calls|length|lag|open|state|leader|lines|jobs|in_flight)$|^numscope_jobs$/);
  });
});

describe('the dashboard', () => {
  const { panels } = dashboard;

  it('has panels of different ids that lie beside each other on the grid', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect([title, taken.get(`${x} ${y}`)]).toEqual([title, undefined]);
          taken.set(`${x} ${y}`, title);
        }
      }
    }
  });

  it('asks the source of data that is chosen at the import, and has variables for services and instances', () => {
    const { __inputs: inputs } = dashboard;
    expect(inputs.map(({ name }) => name)).toEqual(['DS_PROMETHEUS']);
    for (const { type, datasource } of panels) if (type !== 'row') expect(datasource?.uid).toBe('${DS_PROMETHEUS}');
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['DS_PROMETHEUS', 'service', 'instance']);
  });
});

describe('Prometheus', () => {
  const config = parse(read('infra/observability/prometheus.yml')) as {
    rule_files: string[];
    scrape_configs: Array<{ job_name: string; dns_sd_configs: Array<{ names: string[]; port: number }> }>;
  };

  it('scrapes every process of the product', () => {
    const [scrape] = config.scrape_configs;
    expect(scrape?.dns_sd_configs[0]?.names.toSorted()).toEqual([...processNames].sort());
    expect(scrape?.dns_sd_configs[0]?.port).toBe(8080);
  });

  it('is alarmed when any process is missing', () => {
    const missing = rules.find(({ alert }) => alert === 'NumscopeServiceDown')?.expr ?? '';
    for (const name of processNames) expect(missing).toContain(`service="${name}"`);
  });
});
