import './picture-band.css';
import { Button, formatDecimal, useObjectUrl } from '@numscope/ui';
import { IconAlertTriangle, IconHourglass, IconPhotoSearch, IconX } from '@tabler/icons-react';
import { mayHaveMore, picturesOf } from '../../domain/found-faces.ts';
import { matchesOf, type PictureSearch } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';
import { BoxedPicture } from '../faces/boxed-picture.tsx';
import { faceLabels, faultsText } from '../faces/face-words.ts';
import { NotIndexed } from '../faces/not-indexed.tsx';
import { AskProvider } from '../providers/ask-provider.tsx';
import { Threshold } from './threshold.tsx';

interface BandProps {
  search: PictureSearch;
  /** How many pictures the results are narrowed to; fewer than matched where there are too many. */
  narrowed: number;
  onChange: (search: PictureSearch) => void;
  onAnother: () => void;
  onClear: () => void;
}

/** The picture that is searched by: its faces to pick from, what they are like, and from which similarity on. */
export default function PictureBand({ search, narrowed, onChange, onAnother, onClear }: BandProps) {
  const url = useObjectUrl(search.picture);
  const labels = faceLabels(search);
  const { model } = search.answer;
  return (
    <section className="rs-band rs-picture ns-noprint" aria-label={texts('searchByPicture')}>
      <div className="rs-picture-frame">
        {url === null ? null : (
          <BoxedPicture
            url={url}
            alt={texts('pictureOf', { name: search.picture.name })}
            legend={texts('facesOnPicture')}
            faces={search.faces.map((face, i) => ({ ...face, label: labels[i] ?? '' }))}
            chosen={search.face}
            onChoose={(face) => onChange({ ...search, face })}
          />
        )}
      </div>
      <div className="rs-picture-words">
        <h2>{texts('faceOf', { number: search.face + 1, total: search.faces.length })}</h2>
        <Outcome search={search} narrowed={narrowed} />
        <Waiting count={search.answer.waiting} />
        <NotIndexed indexed={search.answer.indexed} />
      </div>
      <div className="rs-picture-side">
        <Threshold
          value={search.threshold}
          least={search.answer.threshold}
          own={model.threshold}
          onChange={(threshold) => onChange({ ...search, threshold })}
        />
        <div className="rs-picture-buttons">
          <Button size="sm" onClick={onAnother}>
            <IconPhotoSearch size={14} stroke={1.8} aria-hidden />
            {texts('anotherPicture')}
          </Button>
          <AskProvider picture={search.picture} />
          <Button size="sm" onClick={onClear}>
            <IconX size={14} stroke={1.8} aria-hidden />
            {texts('clearPicture')}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** What the chosen face is like; why not, where it is too poor. */
function Outcome({ search, narrowed }: { search: PictureSearch; narrowed: number }) {
  const face = search.faces[search.face];
  const pictures = picturesOf(matchesOf(search), Infinity).length;
  const isCut = mayHaveMore(face, search.threshold);
  if (face !== undefined && face.quality.faults.length > 0) {
    return (
      <output className="ns-note" data-tone="warn">
        <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
        <span>{texts('notCompared', { faults: faultsText(face.quality) })}.</span>
      </output>
    );
  }
  return (
    <output className="ns-block">
      {pictures === 0
        ? `${texts('nothingAlike', { threshold: formatDecimal(search.threshold, 2) })}.`
        : `${texts(isCut ? 'pictureMatchesAtLeast' : 'pictureMatches', { count: pictures })}.`}{' '}
      {(isCut || pictures > narrowed) && narrowed > 0 ? texts('picturesCut', { count: narrowed }) : null}
    </output>
  );
}

/** Says how many pictures were not searched for faces yet, and may show the face too. */
function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="ns-note" data-tone="warn">
      <IconHourglass size={14} stroke={1.8} aria-hidden />
      <span>{texts('waitingPictures', { count })}</span>
    </p>
  );
}
