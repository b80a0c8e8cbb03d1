import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Form, ShortForm } from './Form.tsx';
import { TextInput } from './TextInput.tsx';
import { useContractForm } from './useContractForm.ts';

const schema = z.object({ id: z.string().min(1), notes: z.string().min(1) });

function Payout({ as: Shown }: { as: typeof Form | typeof ShortForm }) {
  const [form, field] = useContractForm(schema, { defaultValues: { id: '', notes: '' } });
  return (
    <Shown form={form} onSubmit={() => undefined}>
      <TextInput label="Final ID" {...field('id')} />
      <TextInput label="Notes" {...field('notes')} />
      <button type="submit">Approve</button>
    </Shown>
  );
}

/** Types the first letter as soon as a refused attempt moved the focus, before timers run. */
async function typeOnceRefused(): Promise<HTMLElement> {
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await expect.poll(() => document.activeElement, { interval: 0 }).not.toBe(document.body);
  const id = screen.getByLabelText('Final ID');
  fireEvent.change(id, { target: { value: 'F' } });
  // Two rounds: a timer of the form, and one after it.
  for (const _round of [1, 2]) await act(() => new Promise((resolve) => void setTimeout(resolve)));
  return id;
}

test('a member who types right after a refusal writes into the focused field', async () => {
  render(<Payout as={ShortForm} />);
  const id = await typeOnceRefused();
  expect(document.activeElement).toBe(id);
});

test('a customer whose form was refused reads the summary of its errors first', async () => {
  render(<Payout as={Form} />);
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  await expect.poll(() => document.activeElement?.querySelector('[role=alert]')).toBeTruthy();
});
