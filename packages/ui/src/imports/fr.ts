import type { english } from './en.ts';

/** Texts of how imports end in French. */
export default {
  importFault: 'Ligne {row} : {fault}',
  importFileFault: 'Fichier : {fault}',
  importBrokenOff: 'interrompu avant la fin de la lecture : rien ne compte',
  importFailed: 'Rien de {name} n’est importé. {fault}',
  importUnknown:
    'On ne sait pas comment finit l’import de {name} ({fault}). Cherchez ses profils avant de l’importer à nouveau.',
  importDone: '{count, plural, one {# profil importé} other {# profils importés}}',
} satisfies Record<keyof typeof english, string>;
