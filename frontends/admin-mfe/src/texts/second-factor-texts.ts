/** Texts of the second factor. */
export const secondFactorTexts = {
  factor: 'Second factor',
  factorButtonOn: 'Second factor: on',
  factorFailed: 'The second factor could not be loaded',
  factorButtonOff: 'Second factor: off',
  factorAbout:
    'A login then needs, besides the password, a code that an app on your phone shows. Your other sessions end when you turn it on.',
  factorBegin: 'Continue',
  factorScan: 'Scan this with an authenticator app, or type the key into it. Then type the code that it shows.',
  factorPicture: 'The key as a picture for an authenticator app',
  factorKey: 'Key',
  factorCopyKey: 'Copy the key',
  factorCode: 'Code',
  factorCodeRequired: 'Type the code',
  factorAnyCode: 'Of the app, or a recovery code',
  factorTurnOn: 'Turn on',
  factorOn: 'The second factor is on',
  factorCodesTitle: 'Your recovery codes',
  factorCodesOnce:
    'Keep these where you find them without your phone: each gets you in once instead of a code. They are shown this once.',
  factorCopyCodes: 'Copy the codes',
  factorDone: 'I have kept them',
  factorSinceLabel: 'On since',
  factorLeft:
    '{count, plural, =0 {No recovery code is left} one {# recovery code is left} other {# recovery codes are left}}.',
  factorOffHint: 'To get new recovery codes, turn it off and on again.',
  factorTurnOff: 'Turn off',
  factorOff: 'The second factor is off',
  factorPassword: 'Password',
  factorReset: 'Take the second factor from {name}',
  factorResetQuestion: 'Are you sure to take the second factor from this user',
  factorResetAction: 'Take it away',
  factorResetKeep: 'Leave it in place',
  factorResetHint:
    '{name} then signs in by the password alone, and all sessions of {name} end. Do it only for somebody whom you have recognized.',
  factorResetDone: 'The second factor of {name} is off',
} as const;
