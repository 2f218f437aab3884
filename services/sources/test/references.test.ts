import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createResolver, hasReference, referencesIn, replaceBraced } from '../src/config/references.ts';

const resolver = () => createResolver('.', { TOKEN: '𝒜bc' });

describe('the references of a text', () => {
  it('are those whose braces close', () => {
    const pieces = fc.array(fc.constantFrom('${env:', '${', '{', '}', 'a', '${file:b}'));
    fc.assert(
      fc.property(pieces, (written) => {
        const text = written.join('');
        expect(replaceBraced(text, '${', 'x')).toBe(text.replaceAll(/\$\{[^}]*\}/g, 'x'));
        expect(replaceBraced(text, '{', 'x')).toBe(text.replaceAll(/\{[^}]*\}/g, 'x'));
        expect(referencesIn(text)).toEqual(text.match(/\$\{(?:env|file):[^}]*\}/g) ?? []);
        expect(hasReference(text)).toBe(referencesIn(text).length > 0);
      }),
    );
  });

  it('make words of the secrets that they fill in, with the letters and digits that adjoin them', () => {
    const filling = resolver();
    expect(filling.resolve('a-𝒳1${env:TOKEN}y-z ${', () => true)).toBe('a-𝒳1𝒜bcy-z ${');
    expect(filling.secrets()).toEqual(['𝒜bc', '𝒳1𝒜bcy']);
  });

  it('are found in no time, whatever stands there', () => {
    // By the square of its length these would take minutes.
    const open = '${env:'.repeat(300_000);
    expect(hasReference(open)).toBe(false);
    expect(referencesIn(`\${env:A}${open}`)).toEqual(['${env:A}']);
    expect(replaceBraced('{'.repeat(1_000_000), '{', 'x')).toHaveLength(1_000_000);
    const word = 'a'.repeat(500_000);
    const filling = resolver();
    expect(filling.resolve(`${word}.\${env:TOKEN}${open}`, () => true)).toBe(`${word}.𝒜bc${open}`);
    expect(filling.secrets()).toEqual(['𝒜bc']);
  });
});
