import { expect, it } from '@jest/globals';
import { hintOfDeleting } from '../src/features/users/deleting-text.ts';

it('promises that a deleted user stays away only of an account whose password goes with it', () => {
  expect(hintOfDeleting({ userName: 'ann' })).toMatch('ann is signed out everywhere at once and cannot sign in again.');
  const ofProvider = hintOfDeleting({ userName: 'ann', provider: 'https://id.example' });
  expect(ofProvider).not.toMatch('cannot');
  expect(ofProvider).toMatch('comes back as a new user at the next sign-in');
});
