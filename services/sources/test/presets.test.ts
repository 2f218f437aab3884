import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { search } from '@jmespath-community/jmespath';
import { specifiedSources } from '@numscope/contracts';
import { tempDir } from '@numscope/testing';
import * as z from 'zod';
import { bindSources } from '../src/config/load-sources-file.ts';
import { sanitiseFields } from '../src/domain/fields/sanitise-fields.ts';
import { type Preset, presetNames, readPreset } from '../src/presets/preset-file.ts';
import { provePreset } from '../src/workbench/prove-preset.ts';

const docs = readFileSync(new URL('../../../docs/sources.md', import.meta.url), 'utf8');

function presetOf(name: string): Preset {
  const preset = readPreset(name);
  if (!preset) throw new Error(`no preset ${name}`);
  return preset;
}

describe.each(presetNames())('the preset %s', (name) => {
  it('holds on what its documentation shows, all of which it asks for', async () => {
    const { proven, unused } = await provePreset({ preset: name, env: null });
    expect(proven.flatMap(({ phone, faults }) => faults.map((fault) => `${phone} ${fault}`))).toEqual([]);
    expect(unused.map(({ request }) => request)).toEqual([]);
    expect(proven.map(({ trial }) => trial.status)).toEqual(expect.arrayContaining(['FOUND']));
    // A database begins, and a provider is asked until it is done.
  });

  it('tells a wrong key as such, where there is one', () => {
    const { fixture, proof, source } = presetOf(name);
    const hasKey = source['connector'] === 'http' && Object.keys(fixture.env).length > 0;
    expect(proof.some(({ kind }) => kind === 'WRONG_KEY')).toBe(hasKey);
  });

  it('leaves price and credentials to the operator, and cites what it was written from', () => {
    const { documentation, source } = presetOf(name);
    expect(source['cost'] ?? source['costPerNumber']).toBeUndefined();
    expect(JSON.stringify(source)).not.toContain('${env:');
    for (const { read } of documentation) expect(Date.parse(read)).toBeLessThanOrEqual(Date.now());
  });

  it('is told to operators, with what they have to add and whether it was tried live', () => {
    const { own, triedLive } = presetOf(name);
    const row = docs.split('\n').find((line) => line.startsWith(`| \`${name}\``)) ?? '';
    for (const [reference] of JSON.stringify(own).matchAll(/\$\{env:[A-Z_]+\}/g)) expect(row).toContain(reference);
    expect(row).toMatch(triedLive === null ? /\| (?:no|yours) +\|$/ : new RegExp(`\\| ${triedLive} +\\|$`));
  });
});

it('Twilio: what further packages say is read where an operator was granted them', async () => {
  const carrier = { name: 'Orange', mobile_country_code: '226', mobile_network_code: '10' };
  const body = {
    valid: true,
    sim_swap: {
      last_sim_swap: { last_sim_swap_date: '2020-04-27T10:18:50Z', swapped_in_period: true },
      error_code: null,
    },
    live_activity: {
      connectivity: 'connected',
      original_carrier: { name: 'Vodafone', mobile_country_code: '234', mobile_network_code: '15' },
      ported: 'true',
      ported_carrier: carrier,
      roaming: 'true',
      roaming_carrier: { ...carrier, country_code: 'RO' },
    },
    reassigned_number: { last_verified_date: '2020-12-27', is_number_reassigned: 'yes', error_code: null },
    sms_pumping_risk: { carrier_risk_category: 'moderate', number_blocked: false, sms_pumping_risk_score: 61 },
  };
  const { source } = presetOf('twilio-lookup');
  const { map } = z.object({ answer: z.object({ map: z.record(z.string(), z.string()) }) }).parse(source).answer;
  const fields = Object.entries(map).map(([field, expression]) => [field, search(body, expression)]);
  expect(sanitiseFields(Object.fromEntries(fields))).toEqual({
    line: {
      carrier: 'Orange',
      mcc: '226',
      mnc: '10',
      ported: true,
      status: 'ACTIVE',
      roaming: true,
      roamingCountry: 'RO',
      simSwappedAt: Date.parse('2020-04-27T10:18:50Z'),
      reassigned: true,
      risk: 0.61,
      riskReasons: ['carrier moderate'],
    },
  });
});

it('no preset is for one of the specified names', () => {
  const words = presetNames().map((name) => name.toUpperCase().replaceAll('-', '_'));
  expect(words.filter((word) => specifiedSources.some((source) => word.split('_').includes(source)))).toEqual([]);
});

describe("the operator's own fields", () => {
  const bound = (lines: readonly string[]) =>
    bindSources(
      ['sources:', '  TWILIO:', '    preset: twilio-lookup', ...lines.map((line) => `    ${line}`)].join('\n'),
      {
        name: 'sources.yaml',
        folder: '.',
        sandbox: false,
        env: { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't' },
      },
    ).asked[0]?.config;

  it("win over the preset's, name by name", () => {
    expect(
      bound([
        "auth: { type: basic, user: '${env:TWILIO_ACCOUNT_SID}', password: '${env:TWILIO_AUTH_TOKEN}' }",
        'cost: 0.015',
        'limits: { perSecond: 5 }',
        'answer: { map: { names: caller_name.caller_name } }',
      ]),
    ).toMatchObject({
      connector: 'http',
      auth: { type: 'basic', user: 'AC1', password: 't' },
      cost: 0.015,
      limits: { concurrency: 10, perSecond: 5 },
      request: { url: expect.stringContaining('lookups.twilio.com') },
      answer: { map: { names: 'caller_name.caller_name', line: expect.stringContaining('carrier_name') } },
    });
  });

  it('may take a field of the preset away, and what the preset alone says is told as its own', () => {
    const folder = tempDir();
    writeFileSync(join(folder.path, 'clients.csv'), 'phone,name\n998901234567,Anvar\n');
    const list = (...lines: string[]) =>
      bindSources(['sources:', '  LIST:', '    preset: customer-list', '    file: clients.csv', ...lines].join('\n'), {
        name: 'sources.yaml',
        folder: folder.path,
        sandbox: false,
        env: {},
      }).asked[0]?.config;
    expect(() => list()).toThrow(
      'sources.yaml:2: sources.LIST.map.work: the file has no column company (the preset customer-list says so: say otherwise, or `null` to leave it out)',
    );
    const none = ['emails', 'addresses', 'city', 'birthDate', 'gender', 'work'].map((field) => `${field}: null`);
    expect(list(`    map: { ${none.join(', ')} }`)).toMatchObject({ map: { names: 'name' } });
    expect(() => list(`    map: { ${none.slice(1).join(', ')}, emails: mail }`)).toThrow(
      /sources\.yaml:5: sources\.LIST\.map\.emails: the file has no column mail$/m,
    );
    folder.remove();
  });

  it('that are wrong are faults at their own lines', () => {
    expect(() => bound(['cost: 0.015', 'limits: { perSecnd: 5 }'])).toThrow(/sources\.yaml:5: .*perSecnd/);
  });
});
