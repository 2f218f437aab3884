/** A vector as it is kept: four bytes a number, the lowest first, as every machine of ours has them. */
export const bytesOf = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

/** Reads what `bytesOf` made. */
export const vectorOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
