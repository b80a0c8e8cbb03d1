import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { t } from '#tests/components/texts.ts';
import { RowActs } from './RowActs.tsx';

const button = (name: string) => screen.getByRole('button', { name });

test('an administrator sees one action of a row, and finds the others in its menu', () => {
  const pressed = vi.fn<(act: string) => void>();
  const acts = ['Assign', 'Send back', 'Keep'].map((text) => ({ id: text, text, onPress: () => pressed(text) }));
  render(<RowActs of="3 LTC" acts={acts} />);
  const menu = button(t('admin.common:moreFor', { of: '3 LTC' }));
  const list = document.getElementById(menu.getAttribute('popovertarget') ?? '');
  expect(list?.contains(button('Assign'))).toBe(false);
  for (const text of ['Send back', 'Keep']) expect(list?.contains(button(text))).toBe(true);
  fireEvent.click(button('Assign'));
  fireEvent.click(button('Keep'));
  expect(pressed.mock.calls).toEqual([['Assign'], ['Keep']]);
});

test('an administrator finds no menu on a row with one action', () => {
  const act = { id: 'undo', text: 'Undo', onPress: () => undefined };
  const { rerender, container } = render(<RowActs of="3 LTC" acts={[act]} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  rerender(<RowActs of="3 LTC" acts={[]} />);
  expect(container.textContent).toBe('');
});

test('an administrator reads in the menu why an action cannot be taken now', () => {
  const pressed = vi.fn<() => void>();
  const blocked = { id: 'ask', text: 'Ask again', blocked: 'Asked three times.', onPress: pressed };
  render(<RowActs of="3 LTC" acts={[{ id: 'keep', text: 'Keep', onPress: pressed }, blocked]} />);
  const entry = screen.getByRole('button', { name: /^Ask again/, description: blocked.blocked });
  expect(entry.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(entry);
  expect(pressed).not.toHaveBeenCalled();
});
