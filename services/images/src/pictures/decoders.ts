import sharp from 'sharp';

// Only these three decoders exist for this process: what claims to be a picture but is an SVG, a PDF or a video is
// never parsed at all.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Pictures are all different and come one at a time: a cache and more threads would only take memory from the rest.
sharp.cache(false);
sharp.concurrency(1);

export { sharp };
