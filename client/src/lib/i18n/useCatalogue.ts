import { useEffect, useState } from 'react';
import { fetchCatalogue, type Catalogue } from './catalogues.ts';

/** The texts of a namespace in any language, not only that of the page; undefined until they are loaded. */
export function useCatalogue(language: string, namespace: string): Catalogue | undefined {
  const id = `${language}/${namespace}`;
  const [loaded, setLoaded] = useState<{ id: string; texts: Catalogue }>();
  useEffect(() => {
    let isCurrent = true;
    void fetchCatalogue(language, namespace).then((texts) => {
      if (isCurrent) setLoaded({ id, texts });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, language, namespace]);
  return loaded?.id === id ? loaded.texts : undefined;
}
