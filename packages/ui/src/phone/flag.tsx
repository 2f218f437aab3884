import { useEffect, useState } from 'react';
import { loadedOnce } from '../net/keep-trying.ts';

/** The addresses of all flags load once, when the first flag shows; each flag is a file of the build. */
const addresses = loadedOnce(() => import('./flag-files.ts').then(({ flagFiles }) => flagFiles));

/** A country's flag; nothing for an unknown country. `label` says the country to those who cannot see it. */
export function Flag({ country, label }: { country: string | null | undefined; label?: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let here = true;
    setUrl(undefined);
    if (country === null || country === undefined) return;
    void addresses().then((files) => {
      if (here) setUrl(files[country.toUpperCase()]);
    });
    return () => {
      here = false;
    };
  }, [country]);
  if (url === undefined) return <span className="ns-flag" style={{ boxShadow: 'none' }} aria-hidden />;
  return <img className="ns-flag" src={url} alt={label ?? ''} title={label} width={16} height={12} />;
}
