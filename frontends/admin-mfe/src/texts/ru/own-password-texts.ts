import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in Russian. */
export default {
  ownPassword: 'Сменить пароль',
  ownPasswordAbout: 'Остальные ваши сеансы завершатся; этот сеанс и ключи API продолжат работать.',
  ownPasswordPresent: 'Текущий пароль',
  ownPasswordNew: 'Новый пароль',
  ownPasswordRepeat: 'Новый пароль ещё раз',
  ownPasswordChanged: 'Пароль изменён',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
