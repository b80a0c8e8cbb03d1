import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { CallError } from './call.ts';
import { rereadAfter } from './mutations.ts';

test('a refusal is shown before the lists are read again; a success, and what waits for a colleague, after that', () => {
  const settled = rereadAfter(new QueryClient(), 'GET /api/transactions');
  expect(settled(undefined, new CallError(409, 'conflict', 'Another member was faster.'))).toBeUndefined();
  expect(settled(undefined, new CallError(0, 'offline', 'No answer.'))).toBeUndefined();
  expect(settled(undefined, new CallError(202, 'approval_pending', 'A colleague decides.'))).toBeInstanceOf(Promise);
  expect(settled({}, null)).toBeInstanceOf(Promise);
});
