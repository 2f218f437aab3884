import { randomInt } from 'node:crypto';

// Without letters and digits that are easily taken for one another: a person reads it from a terminal.
const upper = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const plain = 'abcdefghijkmnpqrstuvwxyz23456789';
const special = '!@#$%&*';
const LENGTH = 20;

const pick = (letters: string): string => letters.charAt(randomInt(letters.length));

/** A random password of 20 characters (over 90 bits) that obeys the password rule. */
export function generatePassword(): string {
  const all = `${upper}${plain}`;
  const letters = [pick(upper), pick(special), ...Array.from({ length: LENGTH - 2 }, () => pick(all))];
  for (let last = letters.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? '', letters[last] ?? ''];
  }
  return letters.join('');
}
