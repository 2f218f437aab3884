import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in Uzbek in Cyrillic letters. */
export default {
  ownPassword: 'Паролни алмаштириш',
  ownPasswordAbout: 'Бошқа сеансларингиз тугатилади; бу сеанс ва API калитларингиз ишлашда давом этади.',
  ownPasswordPresent: 'Жорий парол',
  ownPasswordNew: 'Янги парол',
  ownPasswordRepeat: 'Янги парол яна бир марта',
  ownPasswordChanged: 'Паролингиз алмаштирилди',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
