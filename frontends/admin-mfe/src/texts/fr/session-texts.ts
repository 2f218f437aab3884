import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in French. */
export default {
  sessions: 'Sessions',
  sessionsCount: '{count, plural, one {# session} other {# sessions}}',
  sessionsFailed: 'Impossible de charger les sessions',
  sessionAgent: 'Connexion avec',
  sessionUnknown: 'Inconnu',
  sessionCurrent: 'celle-ci',
  sessionFrom: 'Adresse',
  sessionSince: 'Depuis',
  sessionUntil: 'Jusqu’au',
  sessionEnd: 'Fermer la session de {address}',
  sessionEndQuestion: 'Voulez-vous vraiment fermer cette session ?',
  sessionEndAction: 'Fermer la session',
  sessionEndKeep: 'Garder la session',
  sessionEndHint: 'La personne qui l’utilise est déconnectée dans la seconde. Les clés d’API restent valables.',
  sessionEnded: 'La session de {address} est fermée',
} satisfies Record<keyof typeof sessionTexts, string>;
