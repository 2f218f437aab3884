type Decoder = typeof import('sharp').default;

let decoder: Promise<Decoder> | undefined;

async function load(): Promise<Decoder> {
  const { default: sharp } = await import('sharp');
  // Only these three decoders exist for this process: what claims to be a picture but is an SVG, a PDF or a video is
  // never parsed at all.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  // Pictures are all different and come one at a time: a cache and more threads would only take memory from the rest.
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** What decodes pictures, loaded for the first of them: it takes memory that a product without pictures need not have. */
export const pictureDecoder = (): Promise<Decoder> => (decoder ??= load());
