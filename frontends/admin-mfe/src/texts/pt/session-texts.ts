import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in Portuguese. */
export default {
  sessions: 'Sessões',
  sessionsCount: '{count, plural, one {# sessão} other {# sessões}}',
  sessionsFailed: 'Não foi possível carregar as sessões',
  sessionAgent: 'Acesso com',
  sessionUnknown: 'Desconhecido',
  sessionCurrent: 'esta',
  sessionFrom: 'Endereço',
  sessionSince: 'Desde',
  sessionUntil: 'Até',
  sessionEnd: 'Terminar a sessão de {address}',
  sessionEndQuestion: 'Tem a certeza de que quer terminar esta sessão?',
  sessionEndAction: 'Terminar a sessão',
  sessionEndKeep: 'Manter a sessão',
  sessionEndHint: 'Quem a estiver a usar sai dentro de um segundo. As chaves de API continuam a funcionar.',
  sessionEnded: 'A sessão de {address} terminou',
} satisfies Record<keyof typeof sessionTexts, string>;
