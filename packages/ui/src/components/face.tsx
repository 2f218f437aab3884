import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callBlob } from '../net/call-api.ts';

/** Up to two letters of a name; `?` when there is none. */
export function initials(name: string): string {
  const words = name.split(/[\s._-]+/u).filter((word) => /^\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word === undefined ? '' : ([...word][0] ?? ''),
  );
  return letters.join('').toLocaleUpperCase() || '?';
}

/** The address under which an `img` shows these bytes, as long as it is on the page; null: none yet. */
export function useObjectUrl(bytes: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [bytes]);
  return url;
}

/**
 * A picture fetched with the token, because an `img` sends none. @returns its object address, or null while it loads or
 * when there is none
 */
export function usePicture(imageId: string | undefined, size: 'thumbnail' | 'full' = 'thumbnail'): string | null {
  const { data } = useQuery({
    queryKey: ['picture', imageId, size],
    queryFn: ({ signal }) =>
      callBlob(
        size === 'full' ? 'getImage' : 'getThumbnail',
        { params: { id: imageId ?? '' } },
        { signal, quiet: true },
      ),
    enabled: imageId !== undefined,
    staleTime: 'static',
    gcTime: 60_000,
  });
  return useObjectUrl(data);
}

interface FaceProps {
  name: string;
  imageId?: string | undefined;
  large?: boolean;
}

/** A person's face: neutral initials until a photo is there. */
export function Face({ name, imageId, large = false }: FaceProps) {
  const url = usePicture(imageId);
  return (
    <span
      className="ns-face"
      data-size={large ? 'lg' : undefined}
      data-photo={url === null ? undefined : ''}
      aria-hidden
    >
      {url === null ? initials(name) : <img src={url} alt="" />}
    </span>
  );
}
