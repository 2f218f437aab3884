import type { systemTexts } from '../system-texts.ts';

/** Texts of faces and the picture store on the system's screen in French. */
export default {
  faces: 'Visages',
  facesFailed: 'Impossible de charger l’état des visages',
  facesOn: 'Activé',
  facesOffWord: 'Désactivé',
  facesOffHint:
    'FACES=false : aucune image n’est examinée et la recherche par image est absente. Les vecteurs antérieurs sont supprimés.',
  facesLooked: 'Examinées',
  facesWaiting: 'En attente',
  facesFailedPictures: 'En échec',
  facesProgress: 'Visages cherchés : {done} sur {total, plural, one {# image} other {# images}}',
  facesCount: '{count, plural, one {# visage trouvé} other {# visages trouvés}}',
  facesModel: 'Modèle',
  facesThreshold: 'Visages jugés semblables dès',
  facesErrors: 'Test publié',
  facesErrorsSaid:
    '{pairs, plural, one {# paire} other {# paires}} : {wrong} de personnes différentes jugées semblables, {missed} d’une même personne manquées',
  facesSource: 'Publié dans',
  facesSearches: 'Recherches',
  facesSearchesSaid: '{count} par utilisateur et par heure',
  facesPurpose: 'Motif',
  facesPurposeAsked: 'doit être indiqué avant chaque recherche',
  facesPurposeFree: 'n’a pas à être indiqué',
  storage: 'Stockage des images',
  storageHint: 'Les images auxquelles plus aucun profil ne renvoie occupent de la place jusqu’à leur suppression.',
  clearStorage: 'Supprimer les images inutilisées',
  clearQuestion: 'Voulez-vous vraiment supprimer les images inutilisées ?',
  clearAction: 'Les supprimer',
  clearKeep: 'Garder les images',
  clearLooking: 'Recherche des images auxquelles aucun profil ne renvoie',
  clearFailed: 'Impossible de déterminer ce qui serait supprimé',
  clearWould:
    '{count, plural, one {# image serait supprimée} other {# images seraient supprimées}}, {bytes} seraient libérés.',
  clearFor:
    'Elles ne peuvent pas être rétablies, et leurs visages disparaissent avec elles. Ce à quoi renvoient les profils est conservé.',
  clearNothing: 'Chaque image appartient à un profil : il n’y a rien à supprimer.',
  cleared: '{count, plural, one {# image supprimée} other {# images supprimées}}, {bytes} libérés',
} satisfies Record<keyof typeof systemTexts, string>;
