import { useObjectUrl } from '@numscope/ui';
import type { FaceMatch } from '../../domain/found-faces.ts';
import type { PictureSearch } from '../../domain/picture-search.ts';
import { texts } from '../../texts/texts.ts';
import { Comparison, LikelihoodNote } from './comparison.tsx';
import { FaceCrop, StoredFaceCrop } from './face-crop.tsx';

/** A match of a search by picture: the sent face and the stored one, and how near they are. */
export function MatchEvidence({ search, match }: { search: PictureSearch; match: FaceMatch }) {
  const url = useObjectUrl(search.picture);
  const sent = search.faces[search.face];
  if (sent === undefined) return null;
  return (
    <>
      <Comparison
        of={match}
        faces={[
          {
            crop: <FaceCrop url={url} box={sent.boundingBox} label={texts('sentFaceOf')} />,
            caption: texts('sentFace'),
            quality: sent.quality,
          },
          {
            crop: (
              <StoredFaceCrop
                imageId={match.face.externalImageId}
                box={match.face.boundingBox}
                label={texts('storedFaceOf')}
              />
            ),
            caption: texts('storedFace'),
            quality: match.face.quality,
          },
        ]}
      />
      <LikelihoodNote model={search.answer.model} />
    </>
  );
}
