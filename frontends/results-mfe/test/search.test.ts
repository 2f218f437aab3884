import { describe, expect, it } from '@jest/globals';
import { phoneOf } from '../src/domain/phone-of.ts';
import { suggest } from '../src/features/results/suggest.ts';

const first = (text: string) => suggest(text)[0];

describe('guessing what a typed text means', () => {
  it('when it is a number as people write it, then a phone without its blanks', () => {
    expect(first('+44 7700 900-142')).toEqual({ field: 'phone', value: '+447700900142' });
  });

  it('when it is a short number, then a job first and a phone second', () => {
    expect(suggest('1284').map(({ field }) => field)).toEqual(['jobId', 'phone']);
  });

  it('when it has an at-sign, then an email and nothing else', () => {
    expect(suggest('mar@post.example')).toEqual([{ field: 'email', value: 'mar@post.example' }]);
  });

  it('when it begins a network, then the network before a name', () => {
    expect(suggest('tele').map(({ field }) => field)).toEqual(['socialNetwork', 'name', 'email']);
    expect(first('tele')?.value).toBe('TELEGRAM');
  });

  it('when it is a word in any script, then a name', () => {
    expect(first('Марина')).toEqual({ field: 'name', value: 'Марина' });
  });

  it('when it is an id of a job or of a picture, then only that', () => {
    expect(suggest('01A1F8EC-3387-7dc9-8213-ffa5d65641da')).toEqual([
      { field: 'jobId', value: '01a1f8ec-3387-7dc9-8213-ffa5d65641da' },
    ]);
    expect(suggest('A'.repeat(64))).toEqual([{ field: 'images', value: 'a'.repeat(64) }]);
  });

  it('when it can mean nothing, then nothing', () => {
    expect(suggest('!?')).toEqual([]);
  });
});

describe('the number that an address names', () => {
  it('when it is a number in any writing, then as E.164', () => {
    expect(['+447700900142', '447700900142', '+44 (7700) 900-142'].map(phoneOf)).toEqual(
      Array(3).fill('+447700900142'),
    );
  });

  it('when it is a name or too short for a number, then none', () => {
    expect(['Abdullaev', 'print', '', '12'].map(phoneOf)).toEqual([null, null, null, null]);
  });
});
