interface Rules {
  createHTML?: (html: string) => string;
  createScriptURL?: (url: string) => string;
}

interface Policy {
  createHTML: (html: string) => { toString: () => string };
  createScriptURL: (url: string) => { toString: () => string };
}

// Missing in browsers without Trusted Types, which accept a plain string everywhere, and in TypeScript's own types.
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Rules) => Policy };
};

/** The URL of the service worker, the only script that the page loads by URL. */
export const workerUrl = '/sw.js';

// The content security policy lists these names: the browser refuses a policy with any other name.
const workerPolicy = trustedTypes?.createPolicy('landfall-worker', {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError(`No script is loaded from ${url}.`);
    return url;
  },
});

/** Returns the address of the service worker as the type that browsers with Trusted Types require. */
export function trustedWorkerUrl(): string {
  // The compiler does not know this type; `register` accepts it.
  return (workerPolicy?.createScriptURL(workerUrl) ?? workerUrl) as string;
}

/**
 * Policy for the parser of articles: it parses into a template, where nothing runs, and its nodes are rendered by an
 * allow list.
 */
export const articlePolicy = trustedTypes?.createPolicy('landfall-article', { createHTML: (html) => html });
