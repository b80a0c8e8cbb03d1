import { useEffect, useState } from 'react';
import type { Catalogue } from './catalogue-file.ts';
import { fetchCatalogue } from './catalogues.ts';

/** The texts of a namespace in any language, not only that of the page; undefined until they are loaded. */
export function useCatalogue(language: string, namespace: string): Catalogue | undefined {
  const id = `${language}/${namespace}`;
  const [loadedCatalogue, setLoadedCatalogue] = useState<{ id: string; texts: Catalogue }>();
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      const texts = await fetchCatalogue(language, namespace);
      if (isCurrent) setLoadedCatalogue({ id, texts });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [id, language, namespace]);
  return loadedCatalogue?.id === id ? loadedCatalogue.texts : undefined;
}
