import type { compareTexts } from '../compare-texts.ts';

export default {
  compare: 'Comparar',
  compareHint: 'Seleccione de dos a cuatro perfiles para compararlos',
  compareTitle: '{count} perfiles comparados',
  compareDifferences: 'Solo diferencias',
  compareField: 'Campo',
  compareSame: 'No hay diferencias',
  compareShared: 'en común',
  compareLeaveOut: 'Quitar {phone}',
} satisfies Record<keyof typeof compareTexts, string>;
