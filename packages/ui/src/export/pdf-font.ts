import font from '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf';

/** Noto Sans, for the worker that writes PDF: Latin with all its marks, Cyrillic and Greek. */
export const notoSans = font;
