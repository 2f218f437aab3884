import type { paletteTexts } from '../palette-texts.ts';

export default {
  palettePlaceholder: 'Una pantalla, una tarea, un teléfono o una acción',
  paletteEmpty: 'Nada coincide',
  recent: 'Recientes',
  screens: 'Pantallas',
  actions: 'Acciones',
  searchPhone: 'Buscar el teléfono {phone}',
  openProfile: 'Abrir el perfil de {phone}',
  searchName: 'Buscar el nombre {name}',
  createJob: 'Crear una tarea a partir de un archivo',
  createJobByRange: 'Crear una tarea por intervalo',
  pauseJob: 'Pausar la tarea {job}',
  playJob: 'Iniciar la tarea {job}',
  jobPaused: 'La tarea {job} está en pausa',
  jobPlayed: 'La tarea {job} se ha iniciado',
} satisfies Record<keyof typeof paletteTexts, string>;
