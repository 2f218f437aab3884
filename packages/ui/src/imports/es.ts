import type { english } from './en.ts';

/** Texts of how imports end in Spanish. */
export default {
  importFault: 'Fila {row}: {fault}',
  importFileFault: 'Archivo: {fault}',
  importBrokenOff: 'se interrumpió antes de leerse hasta el final: nada cuenta',
  importFailed: 'No se ha importado nada de {name}. {fault}',
  importUnknown:
    'No se sabe cómo termina la importación de {name} ({fault}). Busque sus perfiles antes de importarlo de nuevo.',
  importDone: '{count, plural, one {# perfil importado} other {# perfiles importados}}',
} satisfies Record<keyof typeof english, string>;
