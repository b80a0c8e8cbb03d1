import { lazy, memo, useEffect, useRef, type ComponentType } from 'react';
import { stir, stirred } from '#client/lib/painted.ts';
import { DrawnPart } from './DrawnPart.tsx';

/**
 * A part of a page below the first picture. Its code is fetched when the reader first scrolls, presses or types, or when
 * it is in the window; what the server drew stands there meanwhile, and a press on it is heard when it has come alive. The
 * part takes no props: it knows nothing of what changes above it, or React would take what was drawn away.
 */
export function whenStirred(load: () => Promise<ComponentType>, placeholderClasses: string): ComponentType {
  const Part = lazy(async () => {
    await stirred;
    return { default: await load() };
  });

  return memo(function WhenStirred() {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => stirOnSight(place.current), []);
    return (
      <div ref={place} data-asleep="">
        <DrawnPart place={place} fallback={<div className={placeholderClasses} />}>
          <Part />
        </DrawnPart>
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
