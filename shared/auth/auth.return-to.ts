const plainPath = /^\/[\w\-.~%!$&'()*+,;=:@/]*$/;
const plainRest = /^[\w\-.~%!$&'()*+,;=:@/?[\]]*$/;
const dots = /^(?:\.|%2e){1,2}$/i;
const notScreens = /^\/(?:api|auth|login|sign-out)(?:\/|$)/i;

/**
 * The path to go to after signing in, if `next` names a screen of this site. `undefined` for what a browser might read
 * as another site (`//evil`, `/\evil`, a scheme, control characters) and for no screen. Both sides use it.
 */
export function safeReturnTo(next: string | null | undefined): string | undefined {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(next ?? '') ?? [];
  if (!plainPath.test(path) || !plainRest.test(rest.replace('#', '').replace(/^\?/, ''))) return undefined;
  if (path.includes('//') || path.split('/').some((part) => dots.test(part)) || notScreens.test(path)) return undefined;
  return path + rest;
}
