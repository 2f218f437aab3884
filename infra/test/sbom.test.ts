import { existsSync, readFileSync } from 'node:fs';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import * as z from 'zod';
import { billOfMaterials } from '../../scripts/dependencies/bill-of-materials.ts';
import { read } from './code.ts';

const Bill = z.object({
  components: z.array(
    z.object({
      group: z.string().optional(),
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      externalReferences: z
        .array(z.object({ type: z.string(), hashes: z.array(z.object({ content: z.string() })).default([]) }))
        .default([]),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
  dependencies: z.array(z.object({ ref: z.string() })),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ resolution: z.object({ integrity: z.string() }) })),
});

/** Where the run that this is part of has just written it; elsewhere one is made, which takes a while. */
const written = process.env['NUMSCOPE_TEST_SBOM'] ?? '';

let text: string;
let components: z.infer<typeof Bill>['components'];
beforeAll(async () => {
  text = existsSync(written) ? readFileSync(written, 'utf8') : await billOfMaterials();
  ({ components } = Bill.parse(JSON.parse(text)));
}, 300_000);

const fullName = ({ group, name }: { group?: string | undefined; name: string }): string =>
  group === undefined ? name : `${group}/${name}`;

describe('the software bill of materials', () => {
  it('is CycloneDX 1.6, by the schema', async () => {
    const faults = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
    expect(faults).toBeNull();
  });

  it('names packages of the lock file alone, with the hash that the lock file has', () => {
    const { packages } = Lock.parse(parse(read('pnpm-lock.yaml')));
    const foreign = components.filter((component) => !fullName(component).startsWith('@numscope/'));
    const unlike = foreign.filter((component) => {
      const locked = packages[`${fullName(component)}@${component.version}`];
      const [, digest = ''] = locked?.resolution.integrity.split('sha512-') ?? [];
      const hash = Buffer.from(digest, 'base64').toString('hex');
      return (
        hash === '' ||
        !component.externalReferences.some(({ hashes }) => hashes.some(({ content }) => content === hash))
      );
    });
    expect(unlike.map(fullName)).toEqual([]);
    expect(foreign.length).toBeGreaterThan(100);
  });

  it('has what runs, and not what only builds and tests', () => {
    const names = components.map(fullName);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'zod', 'sharp', 'kafkajs']));
    expect(
      names.filter((name) =>
        ['jest', 'oxlint', 'playwright-core', 'knip', 'testcontainers', 'fast-check'].includes(name),
      ),
    ).toEqual([]);
  });

  it('says the licence of every package that says its own', () => {
    // They say it in a file alone, the readme and LICENSE: MIT.
    const silent = new Set(['buffers', 'png-js']);
    const without = components.filter(({ licenses = [] }) => licenses.length === 0).map(fullName);
    expect(without.filter((name) => !silent.has(name))).toEqual([]);
  });
});
