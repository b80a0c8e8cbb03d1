import { expect, test } from 'vitest';
import { maxTypedTagLength, oneTag } from './users.handling.ts';

test('a member who pastes the longest tag with its # loses no letter of it', () => {
  const pasted = `#${'a'.repeat(30)}`.slice(0, maxTypedTagLength);
  expect(oneTag.parse({ tag: pasted })).toEqual({ tag: 'a'.repeat(24) });
});
