import type { secondFactorTexts } from '../second-factor-texts.ts';

/** Texts of the second factor in French. */
export default {
  factor: 'Second facteur',
  factorButtonOn: 'Second facteur : activé',
  factorFailed: 'Le second facteur n’a pas pu être chargé',
  factorButtonOff: 'Second facteur : désactivé',
  factorAbout:
    'La connexion demande alors, en plus du mot de passe, un code affiché par une application de votre téléphone. Vos autres sessions se ferment à l’activation.',
  factorBegin: 'Continuer',
  factorScan:
    'Scannez ceci avec une application d’authentification ou saisissez-y la clé. Saisissez ensuite le code qu’elle affiche.',
  factorPicture: 'La clé en image pour une application d’authentification',
  factorKey: 'Clé',
  factorCopyKey: 'Copier la clé',
  factorCode: 'Code',
  factorCodeRequired: 'Saisissez le code',
  factorAnyCode: 'De l’application, ou un code de secours',
  factorTurnOn: 'Activer',
  factorOn: 'Le second facteur est activé',
  factorCodesTitle: 'Vos codes de secours',
  factorCodesOnce:
    'Conservez-les là où vous les trouverez sans votre téléphone : chacun remplace une fois un code. Ils ne sont affichés que cette fois.',
  factorCopyCodes: 'Copier les codes',
  factorDone: 'Je les ai conservés',
  factorSinceLabel: 'Activé depuis',
  factorLeft:
    '{count, plural, =0 {Il ne reste aucun code de secours} one {Il reste # code de secours} other {Il reste # codes de secours}}.',
  factorOffHint: 'Pour obtenir de nouveaux codes de secours, désactivez-le puis réactivez-le.',
  factorTurnOff: 'Désactiver',
  factorOff: 'Le second facteur est désactivé',
  factorPassword: 'Mot de passe',
  factorReset: 'Retirer le second facteur de {name}',
  factorResetQuestion: 'Voulez-vous vraiment retirer le second facteur de cet utilisateur ?',
  factorResetAction: 'Le retirer',
  factorResetKeep: 'Le garder',
  factorResetHint:
    '{name} se connectera alors avec son seul mot de passe, et toutes les sessions de {name} se ferment. Ne le faites que pour quelqu’un que vous avez reconnu.',
  factorResetDone: 'Le second facteur de {name} est désactivé',
} satisfies Record<keyof typeof secondFactorTexts, string>;
