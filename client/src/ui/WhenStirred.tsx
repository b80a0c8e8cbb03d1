import { lazy, memo, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { pressAgain } from '#client/lib/early-press.ts';
import { stir, stirred } from '#client/lib/painted.ts';
import { useTranslation } from '#client/lib/texts.ts';

/**
 * A part of a page below the first picture. Its code is fetched when the reader first scrolls, presses or types, or when
 * it is in the window; what the server drew stands there meanwhile, and a press on it is heard when it has come alive. The part takes no props: it
 * knows nothing of what changes above it, or React would take what was drawn away.
 */
export function whenStirred(load: () => Promise<ComponentType>, placeholderClasses: string): ComponentType {
  let isHere = false;
  const Part = lazy(async () => {
    await stirred;
    const loaded = await load();
    isHere = true;
    return { default: loaded };
  });

  return memo(function WhenStirred() {
    const { i18n } = useTranslation();
    const [drawnIn, setDrawnIn] = useState(i18n.language);
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => stirOnSight(place.current), []);
    // In another language nothing that was drawn can come alive: it is put there anew.
    if (!isHere && drawnIn !== i18n.language) setDrawnIn(i18n.language);
    return (
      <div ref={place} data-asleep="">
        <Suspense key={drawnIn} fallback={<div className={placeholderClasses} />}>
          <Part />
          <Awake place={place} />
        </Suspense>
      </div>
    );
  });
}

function stirOnSight(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined;
  const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && stir());
  sight.observe(place);
  return () => sight.disconnect();
}

/** Stands behind a part and comes alive with it. */
function Awake({ place }: { place: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    place.current?.removeAttribute('data-asleep');
    pressAgain();
  }, [place]);
  return null;
}
