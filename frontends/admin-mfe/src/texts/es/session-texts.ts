import type { sessionTexts } from '../session-texts.ts';

/** Texts of the own logins in Spanish. */
export default {
  sessions: 'Sesiones',
  sessionsCount: '{count, plural, one {# sesión} other {# sesiones}}',
  sessionsFailed: 'No se pudieron cargar las sesiones',
  sessionAgent: 'Acceso desde',
  sessionUnknown: 'Desconocido',
  sessionCurrent: 'esta',
  sessionFrom: 'Dirección',
  sessionSince: 'Desde',
  sessionUntil: 'Hasta',
  sessionEnd: 'Cerrar la sesión de {address}',
  sessionEndQuestion: '¿Seguro que desea cerrar esta sesión?',
  sessionEndAction: 'Cerrar la sesión',
  sessionEndKeep: 'Mantener la sesión',
  sessionEndHint: 'Quien la esté usando quedará fuera en un segundo. Las claves de API siguen funcionando.',
  sessionEnded: 'La sesión de {address} se ha cerrado',
} satisfies Record<keyof typeof sessionTexts, string>;
