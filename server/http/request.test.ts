import { expect, test } from 'vitest';
import { z } from 'zod';
import { Invalid } from '../lib/refusal.ts';
import { parseSent } from './request.ts';

/** Refusal messages, by field. */
function fieldsOf(schema: z.ZodType, sent: unknown): unknown {
  try {
    parseSent(schema, sent);
  } catch (error) {
    if (error instanceof Invalid) return error.toBody().fields;
    throw error;
  }
  return undefined;
}

test.each([
  [z.object({ a: z.string() }), {}, { a: 'Please fill in this field' }],
  [z.object({ a: z.string() }), { a: 5 }, { a: 'This value is not valid' }],
  [z.object({ a: z.number().min(1) }), { a: 0 }, { a: 'Please enter a number no lower than 1' }],
  [z.object({ a: z.number().max(100) }), { a: 101 }, { a: 'Please enter a number no higher than 100' }],
  [z.object({ a: z.string().max(3) }), { a: 'abcd' }, { a: 'Please use at most 3 characters' }],
  [z.object({ a: z.array(z.string()).max(1) }), { a: ['a', 'b'] }, { a: 'Please choose no more than 1' }],
  [z.object({ a: z.enum(['draft', 'published']) }), { a: 'x' }, { a: 'Please choose one of: draft, published' }],
  [z.object({ a: z.iso.date() }), { a: 'yesterday' }, { a: 'This value is not valid' }],
  [z.object({ a: z.union([z.string(), z.number()]) }), { a: [] }, { a: 'This value is not valid' }],
  [z.object({}), null, { body: 'This value is not valid' }],
])('a refusal speaks to people, not of the types of a library (%#)', (schema, sent, fields) => {
  expect(fieldsOf(schema, sent)).toEqual(fields);
});

test('the words of the specification stay as they are', () => {
  const schema = z.object({ firstName: z.string().min(2, 'First name must be at least 2 characters') });
  expect(fieldsOf(schema, { firstName: 'A' })).toEqual({ firstName: 'First name must be at least 2 characters' });
});
