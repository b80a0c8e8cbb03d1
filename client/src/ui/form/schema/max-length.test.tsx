import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { positiveAmount } from '#shared/kernel/amount.ts';
import { email, text } from '#shared/kernel/fields.ts';
import { emptyAsAbsent, typedAmount, wireForm, withMessage } from '../contract-schemas.ts';
import { TextInput } from '../TextInput.tsx';
import { useContractForm } from '../useContractForm.ts';
import { maxLengthOf } from './max-length.ts';

const contract = z.object({ note: text(2000), name: text(80).nullish() });

test.each<[kind: string, schema: z.ZodType, field: string, length: number | undefined]>([
  ['a text', contract, 'note', 2000],
  ['an optional text', contract, 'name', 80],
  ['a text that may stay empty', z.object({ note: emptyAsAbsent(text(500).optional()) }), 'note', 500],
  ['an address that is normalised', z.object({ email: email() }), 'email', 254],
  ['a text with a message of its own', z.object({ note: withMessage(text(40), 'field_required') }), 'note', 40],
  ['a nested text', z.object({ lines: z.array(z.object({ label: text(60) })) }), 'lines.0.label', 60],
  ['a text under any name', z.object({ coins: z.record(z.string(), text(9)) }), 'coins.bitcoin', 9],
  ['a text of one of two bodies', z.union([contract, z.object({ note: text(10) })]), 'note', 2000],
  ['a text of a body with an addition', contract.and(z.object({ files: z.array(z.file()) })), 'note', 2000],
  ['a form of another shape', wireForm(contract, (typed: { note: string }) => typed), 'note', 2000],
  ['an amount', z.object({ amount: typedAmount(positiveAmount(), 'en') }), 'amount', undefined],
  [
    'an amount of a form of another shape',
    wireForm(z.object({ amount: positiveAmount() }), (typed: { amount: string }) => typed),
    'amount',
    undefined,
  ],
  ['a choice', z.object({ kind: z.enum(['bank', 'wallet']) }), 'kind', undefined],
  ['a field that the contract does not have', contract, 'other', undefined],
])('a customer types no more into %s than the contract accepts', (_kind, schema, field, length) => {
  expect(maxLengthOf(schema, field)).toBe(length);
});

function NoteForm() {
  const [, field] = useContractForm(contract, { defaultValues: { note: '' } });
  return <TextInput label="Note" {...field('note')} />;
}

test('a customer cannot type a longer note than the contract accepts', () => {
  render(<NoteForm />);
  expect(screen.getByLabelText('Note').getAttribute('maxlength')).toBe('2000');
});
