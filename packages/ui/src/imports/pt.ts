import type { english } from './en.ts';

/** Texts of how imports end in Portuguese. */
export default {
  importFault: 'Linha {row}: {fault}',
  importFileFault: 'Ficheiro: {fault}',
  importBrokenOff: 'foi interrompida antes de ser lida até ao fim: nada conta',
  importFailed: 'Nada de {name} foi importado. {fault}',
  importUnknown:
    'Não se sabe como termina a importação de {name} ({fault}). Procure os seus perfis antes de importá-lo de novo.',
  importDone: '{count, plural, one {# perfil importado} other {# perfis importados}}',
} satisfies Record<keyof typeof english, string>;
