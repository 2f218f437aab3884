import './photo-viewer.css';
import type { ImageFaces, Profile } from '@numscope/contracts';
import { Dialog, IconButton, ProvenanceChip, useCall, usePicture } from '@numscope/ui';
import { IconChevronLeft, IconChevronRight, IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { entriesOf } from '../../domain/provenance.ts';
import { texts } from '../../texts/texts.ts';
import { BoxedPicture } from '../faces/boxed-picture.tsx';
import { faultsText } from '../faces/face-words.ts';
import { AlsoOn } from './also-on.tsx';
import { PhotoFace } from './photo-face.tsx';

interface ViewerProps {
  profile: Profile;
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

/** One picture whole, with who says it is the person's, its faces, and who else has it. Arrow keys show the others. */
export default function PhotoViewer({ profile, index, onIndex, onClose }: ViewerProps) {
  const imageId = profile.images[index];
  const total = profile.images.length;
  const sources = profile.photos.filter((photo) => photo.imageId === imageId).map(({ source }) => source);
  const label = texts('photoOf', { number: index + 1, total, sources: sources.join(', ') });
  const step = (by: number): void => onIndex((index + by + total) % total);
  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      // Among the boxes of a picture the arrows choose a face.
      if (by !== undefined && !(event.target instanceof HTMLInputElement)) step(by);
    };
    window.addEventListener('keydown', key);
    return () => window.removeEventListener('keydown', key);
  });
  if (imageId === undefined) return null;
  return (
    <Dialog
      title={label}
      width={960}
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
      <Photo key={imageId} imageId={imageId} label={label} phone={profile.phone} />
    </Dialog>
  );
}

function Photo({ imageId, label, phone }: { imageId: string; label: string; phone: string }) {
  const url = usePicture(imageId, 'full');
  const faces = useCall('imageFaces', { params: { id: imageId } }, { quiet: true, keep: false });
  const [boxes, setBoxes] = useState(true);
  const [chosen, setChosen] = useState(0);
  const found = faces.data?.faces ?? [];
  return (
    <div className="rp-viewer">
      <div className="rp-photo">
        {url === null ? (
          <IconPhoto size={20} stroke={1.5} aria-label={label} />
        ) : boxes && found.length > 0 ? (
          <BoxedPicture
            url={url}
            alt={label}
            legend={texts('chooseFace')}
            faces={found.map((face, i) => ({ ...face, label: faceLabel(face, i, found.length) }))}
            chosen={chosen}
            onChoose={setChosen}
          />
        ) : (
          <img src={url} alt={label} />
        )}
      </div>
      <div className="rp-photo-side">
        <FacesSaid faces={faces.data} error={faces.error} />
        {found.length === 0 ? null : (
          <label className="ns-row">
            <input
              type="checkbox"
              className="ns-check"
              checked={boxes}
              onChange={(event) => setBoxes(event.target.checked)}
            />
            {texts('showFaces')}
          </label>
        )}
        {found.map((face, i) =>
          i === chosen || !boxes ? (
            <PhotoFace
              key={face.id}
              face={face}
              url={url}
              name={texts('faceOf', { number: i + 1, total: found.length })}
            />
          ) : null,
        )}
        <AlsoOn imageId={imageId} phone={phone} />
      </div>
    </div>
  );
}

function faceLabel({ quality }: ImageFaces['faces'][number], i: number, total: number): string {
  const face = texts('faceOf', { number: i + 1, total });
  return quality.faults.length === 0 ? face : texts('faceNotCompared', { face, faults: faultsText(quality) });
}

/** Whether the picture was looked at, and what was found. */
function FacesSaid({ faces, error }: { faces: ImageFaces | undefined; error: Error | null }) {
  if (error !== null) return <p className="ns-sm ns-t3">{texts('facesFailed')}</p>;
  if (faces === undefined) return null;
  return (
    <output className="ns-sm ns-t2 ns-block">
      {faces.state === 'LOOKED' ? texts('facesFound', { count: faces.faces.length }) : texts(`faces${faces.state}`)}
    </output>
  );
}
