/** The build puts the bytes of a font into the script that imports it. */
declare module '*.ttf' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}

/** What is used of it: the types of others want a Buffer, which no browser has. */
declare module 'fontkit' {
  /** Opens a font. @throws Error when the bytes are none */
  export function create(bytes: Uint8Array): {
    hasGlyphForCodePoint(codePoint: number): boolean;
    /** In units of which an em has `unitsPerEm`. */
    ascent: number;
    unitsPerEm: number;
  };
}
