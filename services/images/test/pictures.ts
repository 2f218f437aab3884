import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** Random dots: no two pictures are alike. Sizes in pixels. */
function dots(width = 64, height = 48) {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

export const jpeg = (width?: number, height?: number): Promise<Buffer> => dots(width, height).jpeg().toBuffer();
export const png = (width?: number, height?: number): Promise<Buffer> => dots(width, height).png().toBuffer();
export const webp = (width?: number, height?: number): Promise<Buffer> => dots(width, height).webp().toBuffer();

/** A photo as a camera writes it: lying on its side, with a place in its metadata. */
export const sideways = (width: number, height: number): Promise<Buffer> =>
  dots(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();

/** A PNG of one colour that unpacks to 50 megapixels. */
export const bomb = (): Promise<Buffer> =>
  sharp({ create: { width: 10_000, height: 5000, channels: 3, background: 'black' } })
    .png()
    .toBuffer();

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>',
);
