import { lazy, memo, useEffect, useRef, type ComponentType } from 'react';
import { triggerHydration, firstInteraction } from '#client/lib/browser/hydration.ts';
import { HydrationBoundary } from './HydrationBoundary.tsx';

/**
 * A part of a page below the first picture. Its code is fetched when the reader first scrolls, presses or types, or when
 * it is in the window; what the server drew stands there meanwhile, and a press on it is heard when it has come alive. The
 * part takes no props: it knows nothing of what changes above it, or React would take what was drawn away.
 */
export function hydrateOnInteraction(load: () => Promise<ComponentType>, placeholderClasses: string): ComponentType {
  const Component = lazy(async () => {
    await firstInteraction;
    return { default: await load() };
  });

  return memo(function LazyHydrated() {
    const place = useRef<HTMLDivElement>(null);
    useEffect(() => hydrateOnVisible(place.current), []);
    return (
      <div ref={place} data-unhydrated="">
        <HydrationBoundary place={place} fallback={<div className={placeholderClasses} />}>
          <Component />
        </HydrationBoundary>
      </div>
    );
  });
}

function hydrateOnVisible(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined;
  const observer = new IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && triggerHydration(),
  );
  observer.observe(place);
  return () => observer.disconnect();
}
