import type { english } from './en.ts';

/** Texts of what needs an administrator in French. */
export default {
  needsYou: 'À votre attention',
  needsUnknown: 'Ce qui demande votre attention n’a pas pu être chargé.',
  needsSource:
    'Aucune source n’est encore raccordée : d’un numéro, on ne connaît que le pays et le réseau. Pour essayer d’abord avec des personnes inventées, lancez Numscope avec SANDBOX=true.',
  needsBind: 'Raccorder une source',
  needsRefused: '{source} nous refuse et n’est plus interrogée',
  needsUnusable: '{source} est en pause, car ses réponses étaient inutilisables',
  needsLook: 'Voir {source}',
  needsQuota: '{source} a épuisé son quota. Ce qu’on doit lui demander attend jusqu’à {time}',
  needsGoOn: 'Continuer sans {source}',
  needsFailed:
    '{count, plural, one {# numéro de la tâche {job} a échoué} other {# numéros de la tâche {job} ont échoué}}',
  needsRetry: 'Réessayer dans la tâche {job}',
  needsOtherFailed:
    'Dans {jobs, plural, one {# autre tâche} other {# autres tâches}} : {count, plural, one {# numéro en échec} other {# numéros en échec}}',
  needsDisk: 'Il ne reste que {free} libres sur {total} sur le disque',
  needsRoom: 'Libérer de la place',
  needsMore: 'et {count} de plus',
  needsUnheard: 'Toutes les parties de l’installation n’ont pas répondu ; il peut y en avoir d’autres.',
} satisfies Record<keyof typeof english, string>;
