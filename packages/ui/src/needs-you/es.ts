import type { english } from './en.ts';

/** Texts of what needs an administrator in Spanish. */
export default {
  needsYou: 'Le necesita',
  needsUnknown: 'No se pudo cargar qué le requiere.',
  needsSource:
    'Aún no hay ninguna fuente conectada: de un número solo se saben el país y la red. Para probar antes con personas inventadas, inicie Numscope con SANDBOX=true.',
  needsBind: 'Conectar una fuente',
  needsRefused: '{source} nos rechaza y ya no se consulta',
  needsUnusable: '{source} está en pausa porque sus respuestas no se podían usar',
  needsLook: 'Ver {source}',
  needsQuota: '{source} ha agotado su cuota. Lo que se le va a consultar espera hasta {time}',
  needsGoOn: 'Continuar sin {source}',
  needsFailed: '{count, plural, one {# número} other {# números}} de la tarea {job} ha fallado',
  needsRetry: 'Reintentar en la tarea {job}',
  needsOtherFailed:
    'En {jobs, plural, one {# tarea más} other {# tareas más}}: {count, plural, one {# número fallido} other {# números fallidos}}',
  needsDisk: 'Solo quedan libres {free} de {total} en el disco',
  needsRoom: 'Liberar espacio',
  needsMore: 'y {count} más',
  needsUnheard: 'No respondieron todas las partes de la instalación; puede haber más.',
} satisfies Record<keyof typeof english, string>;
