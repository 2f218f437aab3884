/** Texts of changing the own password. */
export const ownPasswordTexts = {
  ownPassword: 'Change password',
  ownPasswordAbout: 'Your other sessions end; this one and your API keys go on.',
  ownPasswordPresent: 'Present password',
  ownPasswordNew: 'New password',
  ownPasswordRepeat: 'New password again',
  ownPasswordChanged: 'Your password is changed',
} as const;
