import { limits } from '@numscope/contracts';

const signatures = [
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
] as const;

export type PictureFault = 'type' | 'size';

/** Why a file cannot be searched by, judged by its content before anything is sent; null: it can. */
export async function pictureFault(file: Blob): Promise<PictureFault | null> {
  const head = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  if (!signatures.some((signature) => signature.every((byte, i) => head[i] === byte))) return 'type';
  return file.size < limits.searchImageBytes ? null : 'size';
}
