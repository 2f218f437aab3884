import type { ownPasswordTexts } from '../own-password-texts.ts';

/** Texts of changing the own password in French. */
export default {
  ownPassword: 'Changer le mot de passe',
  ownPasswordAbout: 'Vos autres sessions se ferment ; celle-ci et vos clés d’API restent actives.',
  ownPasswordPresent: 'Mot de passe actuel',
  ownPasswordNew: 'Nouveau mot de passe',
  ownPasswordRepeat: 'Répéter le nouveau mot de passe',
  ownPasswordChanged: 'Votre mot de passe a été changé',
} satisfies Record<keyof typeof ownPasswordTexts, string>;
