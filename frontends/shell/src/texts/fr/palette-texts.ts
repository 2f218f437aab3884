import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Un écran, une tâche, un téléphone ou une action',
  paletteEmpty: 'Aucun résultat',
  recent: 'Récents',
  screens: 'Écrans',
  actions: 'Actions',
  searchPhone: 'Chercher le téléphone {phone}',
  openProfile: 'Ouvrir le profil de {phone}',
  searchName: 'Chercher le nom {name}',
  createJob: 'Créer une tâche à partir d’un fichier',
  createJobByRange: 'Créer une tâche par plage',
  pauseJob: 'Suspendre la tâche {job}',
  playJob: 'Lancer la tâche {job}',
  jobPaused: 'La tâche {job} est suspendue',
  jobPlayed: 'La tâche {job} est lancée',
} satisfies Record<keyof typeof paletteTexts, string>;
