const plainPath = /^\/[\w\-.~%!$&'()*+,;=:@/]*$/;
const plainRest = /^[\w\-.~%!$&'()*+,;=:@/?[\]]*$/;
const dots = /^(?:\.|%2e){1,2}$/i;
const notScreens = /^\/(?:api|auth|login|sign-out)(?:\/|$)/i;

/**
 * Where to go after signing in, if `next` names a screen of this site: a path with its query and fragment. Undefined
 * for everything that a browser might read as another site (`//evil`, `/\evil`, `/.//evil`, a scheme, control
 * characters) and for what is no screen. Both sides use it: the server for its redirects, the client before it navigates.
 */
export function safeReturnTo(next: string | null | undefined): string | undefined {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(next ?? '') ?? [];
  if (!plainPath.test(path) || !plainRest.test(rest.replace('#', '').replace(/^\?/, ''))) return undefined;
  if (path.includes('//') || path.split('/').some((part) => dots.test(part)) || notScreens.test(path)) return undefined;
  return path + rest;
}
