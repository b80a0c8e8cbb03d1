import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { RowCheckbox } from './RowCheckbox.tsx';

test('an administrator whose finger comes down beside the box of a row chooses the row', () => {
  const onChange = vi.fn<() => void>();
  render(<RowCheckbox label="Choose LF-1" onChange={onChange} />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose LF-1' });
  fireEvent.click(box.parentElement ?? box);
  expect(box.checked).toBe(true);
  expect(onChange).toHaveBeenCalledOnce();
});
