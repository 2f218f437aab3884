/** What the keys of all imports begin with whose end is to be told. */
export const TAKEN_IMPORTS = 'import ';

/** The specified keys of the browser's storage, and the console's own. */
export const storageKeys = {
  token: 'token',
  language: 'language',
  redirectPath: 'redirect path',
  sessionEnd: 'session end',
  targetId: 'target id',
  colourScheme: 'colour scheme',
  plainKeys: (userName: string) => `plain keys of ${userName}`,
  takenImport: (id: string, userName: string) => `${TAKEN_IMPORTS}${id} of ${userName}`,
  table: (name: string, userName: string) => `table ${name} of ${userName}`,
} as const;
