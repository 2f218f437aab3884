/** Whether the words of a command ask how it is used. */
export const asksForHelp = (words: readonly string[]): boolean => words.includes('--help') || words.includes('-h');

/** For the person at the terminal; the log never carries a password. */
export const say = (text: string): void => void process.stderr.write(`${text}\n`);

/** Tells who the first administrator is when its password was made up: once in the life of an installation. */
export const showAdministrator = ({ userName, password }: { userName: string; password: string }): void =>
  say(`First administrator: ${userName}  password: ${password}\nThis is shown only now. Log in and change it.`);
