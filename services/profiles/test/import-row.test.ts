import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { keyOf } from '../src/domain/value-keys.ts';
import { candidateOf } from '../src/imports/import-row.ts';

const read = (socialNetworks: string): unknown => candidateOf({ socialNetworks }, undefined)['socialNetworks'];
const named = (names: string): unknown => candidateOf({ names }, undefined)['names'];

describe('a cell of a table to import', () => {
  it.each([
    ['TELEGRAM: anvar', { socialNetwork: 'TELEGRAM', id: 'anvar' }],
    ['Telegram  :  anvar b', { socialNetwork: 'TELEGRAM', id: 'anvar b' }],
    ['a:b: c', { socialNetwork: 'a:b', id: 'c' }],
    ['telegram:', { socialNetwork: 'telegram', id: '' }],
    ['TELEGRAM:anvar', { socialNetwork: 'TELEGRAM', id: 'anvar' }],
    ['https://example.org/a', 'https://example.org/a'],
    ['nothing', 'nothing'],
  ])('has an account in %j', (text, account) => expect(read(text)).toEqual([account]));

  it.each([
    ['Anvar (OK)', { name: 'Anvar', type: 'OK' }],
    ['Anvar (B) (OK)', { name: 'Anvar (B)', type: 'OK' }],
    ['Anvar (B (OK)', { name: 'Anvar (B', type: 'OK' }],
    ['Anvar ()', { name: 'Anvar ()', type: 'UNKNOWN' }],
    ['Anvar (B ()', { name: 'Anvar', type: 'B (' }],
    ['Anvar(OK)', { name: 'Anvar(OK)', type: 'UNKNOWN' }],
  ])('has a name in %j', (text, name) => expect(named(text)).toEqual([name]));

  it('has the name and type that were written', () => {
    const word = fc.stringMatching(/^[a-z]+( [a-z]+)?$/);
    fc.assert(fc.property(word, word, (name, type) => expect(named(`${name} (${type})`)).toEqual([{ name, type }])));
  });

  it('is read in no time, whatever stands in it', () => {
    // By the square of their length these would take minutes, and hold up all imports.
    const blanks = ' '.repeat(1_000_000);
    expect(read(`a${blanks}b`)).toEqual([`a${blanks}b`]);
    expect(named('a ('.repeat(300_000))).toEqual([{ name: 'a ('.repeat(300_000), type: 'UNKNOWN' }]);
    expect(keyOf.schools('\u0301\u0316'.repeat(500_000))).toHaveLength(30);
    expect(keyOf.sites(`http://a${'/'.repeat(1_000_000)}x`)).toHaveLength(1_000_002);
  });
});
