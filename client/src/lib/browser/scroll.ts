import type { createBrowserRouter } from 'react-router-dom';

/** Longest wait in ms: by then a page has its data, or shows that it failed. */
const holdMs = 5_000;
/** These inputs show that the user continues from the current position. */
const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let release: (() => void) | undefined;

/** Holds a restored page at its position while it grows: the router scrolls only once, possibly still on a skeleton. */
export function holdRestoredScroll(router: ReturnType<typeof createBrowserRouter>): void {
  let { location, restoreScrollPosition } = router.state;
  router.subscribe((state) => {
    if (state.location === location && state.restoreScrollPosition === restoreScrollPosition) return;
    ({ location, restoreScrollPosition } = state);
    release?.();
    if (restoreScrollPosition) holdPosition(restoreScrollPosition);
  });
}

function holdPosition(top: number): void {
  const { body } = document;
  const height = body.offsetHeight;
  const heightObserver = new ResizeObserver(() => body.offsetHeight !== height && window.scrollTo(0, top));
  const timer = setTimeout(() => release?.(), holdMs);
  release = () => {
    release = undefined;
    heightObserver.disconnect();
    clearTimeout(timer);
    for (const move of moves) window.removeEventListener(move, end);
  };
  const end = release;
  for (const move of moves) window.addEventListener(move, end, { passive: true });
  heightObserver.observe(body);
}

/** Scrolls to the top of a step that replaces another one in the same place; after Back a step keeps its position. */
export function startAtTop(): void {
  if (!release) window.scrollTo(0, 0);
}
