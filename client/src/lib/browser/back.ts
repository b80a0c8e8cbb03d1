let handler: ((event: PopStateEvent) => void) | undefined;

/** Listens to Back and forward before the router: call it before that is mounted. The window calls its listeners in their order, capturing or not. */
export function listenToBack(): void {
  window.addEventListener('popstate', (event) => handler?.(event));
}

/** Handles Back and forward before the router, which misses stopped events; until the returned function is called. */
export function registerBackHandler(onPop: (event: PopStateEvent) => void): () => void {
  handler = onPop;
  return () => {
    handler = undefined;
  };
}
