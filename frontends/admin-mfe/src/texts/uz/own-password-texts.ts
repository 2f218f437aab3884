import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in Uzbek in Latin letters. */
export default {
  ownPassword: 'Parolni almashtirish',
  ownPasswordAbout: 'Boshqa seanslaringiz tugatiladi; bu seans va API kalitlaringiz ishlashda davom etadi.',
  ownPasswordPresent: 'Joriy parol',
  ownPasswordNew: 'Yangi parol',
  ownPasswordRepeat: 'Yangi parol yana bir marta',
  ownPasswordChanged: 'Parolingiz almashtirildi',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
