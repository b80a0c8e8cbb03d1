import { expect, test } from 'vitest';
import { safeReturnTo } from './auth.return-to.ts';

const pages = ['/', '/sell', '/sell?crypto=usdt-trc20&amount=0.5', '/transactions#newest', '/admin/dashboard?tab=kyc'];
const queries = ['/blog/42?q=a%20b', '/profile?x=/a//b'];

test.each([...pages, ...queries])('%s leads back', (next) => {
  expect(safeReturnTo(next)).toBe(next);
});

const noPath = [undefined, null, '', 'sell', '@evil.example', '.evil.example', '/<script>', '/"onload='];
const hosts = ['https://evil.example', '//evil.example', '///evil.example', ' //evil.example', '/sell//evil.example'];
const backslashes = ['/\\evil.example', '\\\\evil.example', '\\/evil.example', '/sell?next=\\evil'];
// The router passes a path like the first to the browser, which navigates to evil.example.
const dots = ['/.//evil.example?x', '/.//evil.example', '/..//evil.example', '/%2e//evil.example'];
const climbingPaths = ['/a/../../evil', '/./evil', '/%2E%2e/evil'];
const schemes = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x'];
const characters = ['/\t/evil.example', '/\n/evil.example', '\t//evil.example', '/\u0000', '/\u2028', '/sell#\u0009'];
const header = '/sell\r\nSet-Cookie: a=b';
const apiPaths = ['/api/logout', '/api/admin/users'];
const signingIn = ['/auth', '/auth?next=/x', '/login', '/LOGIN?next=/login', '/sign-out'];

test.each([
  ...noPath,
  ...hosts,
  ...backslashes,
  ...dots,
  ...climbingPaths,
  ...schemes,
  ...characters,
  header,
  ...apiPaths,
  ...signingIn,
])('%j leads nowhere', (next) => {
  expect(safeReturnTo(next)).toBeUndefined();
});
