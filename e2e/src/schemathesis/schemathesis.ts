import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { root } from '../product/installation.ts';
import { pythonCache, pythonPackages } from './python-packages.ts';

const folder = join(root, 'infra/schemathesis');
/** There before any call is under way: installing holds this process up for longer than a call may take. */
const program = join(pythonPackages(), 'schemathesis');
/** The same cases each time; another number tries others. */
const seed = process.env['SCHEMATHESIS_SEED'] ?? '20261122';

const Report = z.object({
  complete: z.boolean(),
  operations: z.object({ total: z.number(), tested: z.number(), errored: z.number(), skipped: z.number() }),
  test_cases: z.object({ generated: z.number() }),
  failures: z.array(z.object({ code: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.object({ title: z.string() })),
});

/** What came of one run. `printed` tells each failure with the call that shows it. */
export type SchemathesisReport = z.infer<typeof Report> & { exitCode: number | null; printed: string };

export interface SchemathesisRun {
  url: string;
  token: string;
  userName: string;
  userId: string;
  password: string;
  /** Generated for each operation, besides those that its schema's edges give. */
  examples: number;
  /** Ids of operations whose schemas' edges are not tried; the other phases try them all the same. */
  withoutEdges: readonly string[];
}

/** Fuzzes the API of a running product by its own description, as this user. */
export async function runSchemathesis(run: SchemathesisRun): Promise<SchemathesisReport> {
  const dir = mkdtempSync(join(tmpdir(), 'numscope-schemathesis-'));
  const report = join(dir, 'report.json');
  const config = join(dir, 'schemathesis.toml');
  const withoutEdges = `[[operations]]\ninclude-operation-id = ${JSON.stringify(run.withoutEdges)}\nphases.coverage.enabled = false\n`;
  const base = readFileSync(join(folder, 'schemathesis.toml'), 'utf8');
  writeFileSync(config, run.withoutEdges.length === 0 ? base : `${base}\n${withoutEdges}`);
  const options = {
    phases: 'examples,coverage,fuzzing,stateful',
    checks: 'all',
    seed,
    // With several threads Python 3.11 now and then fails in its own parser ("AST constructor recursion depth mismatch").
    workers: '1',
    'max-examples': String(run.examples),
    report: 'json',
    'report-json-path': report,
  };
  const words = ['--config-file', config, '--no-color', 'run', `${run.url}/api/openapi.json`];
  for (const [name, value] of Object.entries(options)) words.push(`--${name}`, value);
  const env = {
    PATH: process.env['PATH'],
    HOME: dir,
    PYTHONPYCACHEPREFIX: pythonCache,
    SCHEMATHESIS_HOOKS_FILE: join(folder, 'hooks.py'),
    NUMSCOPE_TOKEN: run.token,
    NUMSCOPE_USERNAME: run.userName,
    NUMSCOPE_USER_ID: run.userId,
    NUMSCOPE_PASSWORD: run.password,
  };
  try {
    const child = spawn(program, words, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const exitCode = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('close', resolve),
    );
    if (!existsSync(report)) throw new Error(`schemathesis left no report:\n${printed}`);
    return { ...Report.parse(JSON.parse(readFileSync(report, 'utf8'))), exitCode, printed };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
