import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in Uzbek in Cyrillic letters. */
export default {
  sessions: 'Сеанслар',
  sessionsCount: '{count, plural, other {# та сеанс}}',
  sessionsFailed: 'Сеансларни юклаб бўлмади',
  sessionAgent: 'Кириш воситаси',
  sessionUnknown: 'Номаълум',
  sessionCurrent: 'жорий',
  sessionFrom: 'Манзил',
  sessionSince: 'Бошланган',
  sessionUntil: 'Тугайди',
  sessionEnd: '{address} манзилидаги сеансни тугатиш',
  sessionEndQuestion: 'Шу сеанс тугатилсинми?',
  sessionEndAction: 'Сеансни тугатиш',
  sessionEndKeep: 'Сеансни қолдириш',
  sessionEndHint: 'Ундан фойдаланаётган киши бир сония ичида тизимдан чиқарилади. API калитлари ишлашда давом этади.',
  sessionEnded: '{address} манзилидаги сеанс тугатилди',
} satisfies Record<keyof typeof sessionTexts, string>;
