import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in Russian. */
export default {
  sessions: 'Сеансы',
  sessionsCount: '{count, plural, one {# сеанс} few {# сеанса} other {# сеансов}}',
  sessionsFailed: 'Не удалось загрузить сеансы',
  sessionAgent: 'Вход выполнен через',
  sessionUnknown: 'Неизвестно',
  sessionCurrent: 'текущий',
  sessionFrom: 'Адрес',
  sessionSince: 'Начат',
  sessionUntil: 'Действует до',
  sessionEnd: 'Завершить сеанс с адреса {address}',
  sessionEndQuestion: 'Завершить этот сеанс?',
  sessionEndAction: 'Завершить сеанс',
  sessionEndKeep: 'Оставить сеанс',
  sessionEndHint: 'Тот, кто им пользуется, выйдет из системы в течение секунды. Ключи API продолжат работать.',
  sessionEnded: 'Сеанс с адреса {address} завершён',
} satisfies Record<keyof typeof sessionTexts, string>;
