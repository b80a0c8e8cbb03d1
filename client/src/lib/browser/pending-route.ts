import { useEffect } from 'react';
import { useLocation, type createBrowserRouter } from 'react-router-dom';

const mark = 'going';

/** Marks <html> from a press until its page is shown: meanwhile the previous page stays, below a thin bar. */
export function markPendingRoutes(router: ReturnType<typeof createBrowserRouter>): void {
  let { location } = router.state;
  router.subscribe((state) => {
    if (state.location === location) return;
    ({ location } = state);
    document.documentElement.classList.add(mark);
  });
}

/** Removes the mark once the page of an address is on the screen. */
export function useShownRoute(): void {
  const { key } = useLocation();
  useEffect(() => {
    if (key) document.documentElement.classList.remove(mark);
  }, [key]);
}
