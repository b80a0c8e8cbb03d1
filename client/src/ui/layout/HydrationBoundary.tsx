import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { markHydrated } from '#client/lib/browser/early-click.ts';
import { useTranslation } from 'react-i18next';

interface HydrationBoundaryProps {
  fallback: ReactNode;
  /** What is marked `data-asleep` as long as nothing hears a press on it. */
  place?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/**
 * Where a part of a page stands that comes alive later than what is round it. In another language nothing that was drawn
 * can come alive: a part that has not by then is put there anew.
 */
export function HydrationBoundary({ fallback, place, children }: HydrationBoundaryProps) {
  const { i18n } = useTranslation();
  const [renderedLanguage, setRenderedLanguage] = useState(i18n.language);
  const [isHydrated, setHydrated] = useState(false);
  if (!isHydrated && renderedLanguage !== i18n.language) setRenderedLanguage(i18n.language);
  return (
    <Suspense key={renderedLanguage} fallback={fallback}>
      {children}
      <HydrationMarker place={place} onHydrated={setHydrated} />
    </Suspense>
  );
}

type HydrationMarkerProps = Pick<HydrationBoundaryProps, 'place'> & { onHydrated: (isHydrated: boolean) => void };

/** Stands behind a part and comes alive with it. */
function HydrationMarker({ place, onHydrated }: HydrationMarkerProps) {
  useEffect(() => {
    onHydrated(true);
    markHydrated(place?.current);
  }, [place, onHydrated]);
  return null;
}
