import { join } from 'node:path';
import { root } from '../steps.ts';
import { type Finding, has, judge, skipped } from './tools.ts';

/**
 * The alerts as Prometheus reads them. That their expressions are PromQL over metrics that there are, infra/test holds.
 */
export async function checkAlerts(): Promise<Finding[]> {
  const what = 'alerts by promtool';
  if (!has('promtool')) return [skipped(what, 'promtool is missing')];
  return [await judge(what, 'promtool', ['check', 'rules', join(root, 'infra/observability/alerts.yml')])];
}
