import './picture-band.css';
import { Button } from '@numscope/ui';
import { IconPhotoSearch, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/texts.ts';

interface GoneProps {
  pictures: number;
  /** Absent where faces are turned off. */
  onAnother?: () => void;
  onClear: () => void;
}

/** In place of the picture, when the address alone holds what it found. */
export const PictureGone = ({ pictures, onAnother, onClear }: GoneProps) => (
  <section className="rs-band rs-band-gone ns-noprint" aria-label={texts('searchByPicture')}>
    <p className="ns-grow ns-sm ns-t2">{texts('pictureGone', { count: pictures })}</p>
    {onAnother === undefined ? null : (
      <Button size="sm" onClick={onAnother}>
        <IconPhotoSearch size={14} stroke={1.8} aria-hidden />
        {texts('searchByPicture')}
      </Button>
    )}
    <Button size="sm" onClick={onClear}>
      <IconX size={14} stroke={1.8} aria-hidden />
      {texts('clearPicture')}
    </Button>
  </section>
);
