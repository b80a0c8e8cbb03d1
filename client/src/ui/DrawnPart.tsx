import { Suspense, useEffect, useState, type ReactNode, type RefObject } from 'react';
import { wake } from '#client/lib/early-press.ts';
import { useTranslation } from 'react-i18next';

interface DrawnPartProps {
  fallback: ReactNode;
  /** What is marked `data-asleep` as long as nothing hears a press on it. */
  place?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/**
 * Where a part of a page stands that comes alive later than what is round it. In another language nothing that was drawn
 * can come alive: a part that has not by then is put there anew.
 */
export function DrawnPart({ fallback, place, children }: DrawnPartProps) {
  const { i18n } = useTranslation();
  const [drawnIn, setDrawnIn] = useState(i18n.language);
  const [isAwake, setAwake] = useState(false);
  if (!isAwake && drawnIn !== i18n.language) setDrawnIn(i18n.language);
  return (
    <Suspense key={drawnIn} fallback={fallback}>
      {children}
      <Awake place={place} onAwake={setAwake} />
    </Suspense>
  );
}

type AwakeProps = Pick<DrawnPartProps, 'place'> & { onAwake: (isAwake: boolean) => void };

/** Stands behind a part and comes alive with it. */
function Awake({ place, onAwake }: AwakeProps) {
  useEffect(() => {
    onAwake(true);
    wake(place?.current);
  }, [place, onAwake]);
  return null;
}
