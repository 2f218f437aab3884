import './face-crop.css';
import type { BoundingBox } from '@numscope/contracts';
import { usePicture } from '@numscope/ui';
import { useEffect, useRef } from 'react';
import { cropOf } from './crop-of.ts';

interface CropProps {
  /** Object address of the whole picture; null: not there yet. */
  url: string | null;
  box: BoundingBox;
  label: string;
  /** Side of the square in pixels of the page. */
  size?: number;
}

/** The face in a box of a picture, with some of what is around it. */
export function FaceCrop({ url, box, label, size = 112 }: CropProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { left, top, width, height } = box;
  useEffect(() => {
    const element = canvas.current;
    if (url === null || element === null) return;
    let wanted = true;
    const picture = new Image();
    const draw = (): void => {
      if (!wanted) return;
      const cut = cropOf({ left, top, width, height }, picture.naturalWidth, picture.naturalHeight);
      const side = Math.round(size * devicePixelRatio);
      element.width = side;
      element.height = side;
      element.getContext('2d')?.drawImage(picture, cut.x, cut.y, cut.side, cut.side, 0, 0, side, side);
      element.dataset['drawn'] = '';
    };
    picture.addEventListener('load', draw);
    picture.src = url;
    return () => {
      wanted = false;
    };
  }, [url, left, top, width, height, size]);
  return (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img shows no part of a picture
      role="img"
      aria-label={label}
      className="rf-crop"
      style={{ width: size, height: size }}
      width={size}
      height={size}
    />
  );
}

/** The same of a stored picture. */
export const StoredFaceCrop = ({ imageId, ...rest }: Omit<CropProps, 'url'> & { imageId: string }) => (
  <FaceCrop {...rest} url={usePicture(imageId, 'full')} />
);
