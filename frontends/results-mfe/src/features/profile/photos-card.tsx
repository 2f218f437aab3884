import './photos-card.css';
import type { Profile } from '@numscope/contracts';
import { usePicture, lazyDialog } from '@numscope/ui';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../texts/texts.ts';
import { SectionCard } from './section-card.tsx';

const PhotoViewer = lazyDialog(() => import('./photo-viewer.tsx'));

/** The person's pictures, small; a click shows one whole. */
export function PhotosCard({ profile }: { profile: Profile }) {
  const [shown, setShown] = useState<number | null>(null);
  return (
    <SectionCard id="photos" count={profile.images.length}>
      <ul className="rp-pics">
        {profile.images.map((imageId, i) => (
          <li key={imageId}>
            <Thumbnail imageId={imageId} label={texts('openPhoto', { number: i + 1 })} onOpen={() => setShown(i)} />
          </li>
        ))}
      </ul>
      {shown === null ? null : (
        <PhotoViewer profile={profile} index={shown} onIndex={setShown} onClose={() => setShown(null)} />
      )}
    </SectionCard>
  );
}

function Thumbnail({ imageId, label, onOpen }: { imageId: string; label: string; onOpen: () => void }) {
  const url = usePicture(imageId);
  return (
    <button type="button" className="rp-pic" aria-label={label} onClick={onOpen}>
      {url === null ? <IconPhoto size={16} stroke={1.5} aria-hidden /> : <img src={url} alt="" />}
    </button>
  );
}
