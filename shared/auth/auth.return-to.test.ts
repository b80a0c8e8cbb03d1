import { expect, test } from 'vitest';
import { safeReturnTo } from './auth.return-to.ts';

test.each([
  '/',
  '/sell',
  '/sell?crypto=usdt-trc20&amount=0.5',
  '/transactions#newest',
  '/admin/dashboard?tab=kyc',
  '/blog/42?q=a%20b',
  '/profile?x=/a//b',
])('%s leads back', (next) => {
  expect(safeReturnTo(next)).toBe(next);
});

test.each([
  undefined,
  null,
  '',
  'sell',
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  // The router passes a path like this to the browser, which navigates to evil.example.
  '/.//evil.example?x',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/a/../../evil',
  '/./evil',
  '/%2E%2e/evil',
  '/sell//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  '/\u0000',
  '/\u2028',
  '/sell\r\nSet-Cookie: a=b',
  '/<script>',
  '/"onload=',
  '@evil.example',
  '.evil.example',
  '/sell?next=\\evil',
  '/sell#\u0009',
  '/api/logout',
  '/api/admin/users',
  '/auth',
  '/auth?next=/x',
  '/login',
  '/LOGIN?next=/login',
  '/sign-out',
])('%j leads nowhere', (next) => {
  expect(safeReturnTo(next)).toBeUndefined();
});
