import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in Uzbek in Latin letters. */
export default {
  sessions: 'Seanslar',
  sessionsCount: '{count, plural, other {# ta seans}}',
  sessionsFailed: 'Seanslarni yuklab bo‘lmadi',
  sessionAgent: 'Kirish vositasi',
  sessionUnknown: 'Noma’lum',
  sessionCurrent: 'joriy',
  sessionFrom: 'Manzil',
  sessionSince: 'Boshlangan',
  sessionUntil: 'Tugaydi',
  sessionEnd: '{address} manzilidagi seansni tugatish',
  sessionEndQuestion: 'Shu seans tugatilsinmi?',
  sessionEndAction: 'Seansni tugatish',
  sessionEndKeep: 'Seansni qoldirish',
  sessionEndHint:
    'Undan foydalanayotgan kishi bir soniya ichida tizimdan chiqariladi. API kalitlari ishlashda davom etadi.',
  sessionEnded: '{address} manzilidagi seans tugatildi',
} satisfies Record<keyof typeof sessionTexts, string>;
