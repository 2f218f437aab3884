import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readEvent } from '../src/read-event.ts';

const file = join(import.meta.dirname, '../../../docs/events/schemas/profile.updated.schema.json');
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(file, 'utf8')) as object);
const data = { phone: '+998901234567', profileId: 'p1', revision: 1, changed: [], job: null };
const event = { id: 'e1', type: 'profile.updated', version: 1, at: 1, key: data.phone, data };

it('reads an event, and none that does not obey its schema', () => {
  expect(readEvent(JSON.stringify(event), validate)).toEqual(event);
  expect(readEvent(JSON.stringify({ ...event, data: {} }), validate)).toBeNull();
});

it('stops at a version that it does not know, also where that has another form', () => {
  const later = { ...event, version: 2, data: { number: data.phone } };
  expect(() => readEvent(JSON.stringify(later), validate)).toThrow('version 2');
});
