import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import { errorOf } from '#server/lib/safe-error.ts';

/**
 * The headers of every answer. Pages: scripts, styles and connections come from this site alone; `publicUrl` decides on
 * HSTS (only where the site is https) and names the socket's origin for browsers whose 'self' excludes ws. An asset is
 * no page either, and a first visit fetches dozens: it gets only the headers that matter for a file. API data is no
 * page and may do nothing at all, which needs a shorter policy: an idle poll is little else than headers.
 */
export function securityHeaders(publicUrl: string, inlineScripts: readonly string[] = []) {
  const ofPages = [...headersSetBy(policyOfPages(publicUrl, inlineScripts)), permissionsPolicy];
  const ofDocs = [...headersSetBy(policyOfPages(publicUrl, [], {})), permissionsPolicy];
  const ofData = headersSetBy(policyOfData(publicUrl));
  const headersOf = (url: string) => {
    if (url.startsWith('/assets/')) return ofAssets;
    if (url.startsWith('/api/docs')) return ofDocs;
    return url.startsWith('/api/') ? ofData : ofPages;
  };
  return ({ url = '' }: IncomingMessage, response: ServerResponse, next: () => void): void => {
    for (const [name, value] of headersOf(url)) response.setHeader(name, value);
    next();
  };
}

const ofAssets = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

/** Browser features that no page of ours uses; copying to the clipboard and full screen stay allowed. */
const unusedFeatures =
  'accelerometer autoplay camera display-capture encrypted-media geolocation gyroscope magnetometer microphone midi payment picture-in-picture publickey-credentials-get screen-wake-lock serial usb xr-spatial-tracking';
const permissionsPolicy = [
  'Permissions-Policy',
  unusedFeatures
    .split(' ')
    .map((feature) => `${feature}=()`)
    .join(', '),
] as const;

type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

/** The headers that a middleware sets to the same value for every request: computed once instead of for each. */
function headersSetBy(middleware: Middleware): readonly [name: string, value: string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error) => {
    if (error) throw errorOf(error);
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** No text becomes markup but through trusted-types.ts; the viewer of the API's documentation has no policy. */
const trustedTypes = {
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['landfall-article', 'landfall-worker'],
};

function policyOfPages(
  publicUrl: string,
  inlineScripts: readonly string[],
  extraTrustedTypes: Record<string, string[]> = trustedTypes,
): Middleware {
  const https = publicUrl.startsWith('https:');
  const socketOrigin = publicUrl.replace(/^http/, 'ws');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // The script before the first paint is inline, allowed by its hash.
        scriptSrc: ["'self'", ...inlineScripts],
        styleSrc: ["'self'"],
        // Other sites may serve only pictures, because an article may name one; on a plain http site also by http.
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...(https ? [] : ['http:'])],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", socketOrigin],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        // Only the page's own blobs: an admin's PDF, for the browser's own viewer.
        frameSrc: ['blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...extraTrustedTypes,
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    ...sharedBy(https),
  });
}

function policyOfData(publicUrl: string): Middleware {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    ...sharedBy(publicUrl.startsWith('https:')),
    // These concern windows and what a page loads.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
  });
}

function sharedBy(https: boolean) {
  return {
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Same as "absent" in any current browser.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  } as const;
}
