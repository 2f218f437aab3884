import './photo-viewer.css';
import type { Profile } from '@numscope/contracts';
import { Dialog, IconButton, ProvenanceChip, usePicture } from '@numscope/ui';
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react';
import { entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';

interface ViewerProps {
  profile: Profile;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** One picture whole, with who says it is the person's. Arrow keys show the others. */
export default function PhotoViewer({ profile, index, onIndex, onClose }: ViewerProps) {
  const imageId = profile.images[index];
  const url = usePicture(imageId, 'full');
  const total = profile.images.length;
  const sources = profile.photos.filter((photo) => photo.imageId === imageId).map(({ source }) => source);
  const label = texts('photoOf', { number: index + 1, total, sources: sources.join(', ') });
  const step = (by: number): void => onIndex((index + by + total) % total);
  if (imageId === undefined) return null;
  return (
    <Dialog
      title={label}
      width={640}
      onClose={onClose}
      footer={
        <>
          <ProvenanceChip entries={entriesOf(profile, 'photos', imageId)} />
          <span className="ns-grow" />
          <IconButton label={texts('previousPhoto')} disabled={total < 2} onClick={() => step(-1)}>
            <IconChevronLeft size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={texts('nextPhoto')} disabled={total < 2} onClick={() => step(1)}>
            <IconChevronRight size={16} stroke={1.7} />
          </IconButton>
        </>
      }
    >
      <div className="rp-photo">
        {url === null ? <IconPhoto size={20} stroke={1.5} aria-label={label} /> : <img src={url} alt={label} />}
      </div>
    </Dialog>
  );
}
