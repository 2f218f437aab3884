import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Comparer',
  compareHint: 'Sélectionnez de deux à quatre profils pour les comparer',
  compareTitle: '{count} profils comparés',
  compareDifferences: 'Différences seulement',
  compareField: 'Champ',
  compareSame: 'Aucune différence',
  compareShared: 'en commun',
  compareLeaveOut: 'Retirer {phone}',
} satisfies Record<keyof typeof compareTexts, string>;
