import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SendButton } from './SendButton.tsx';

test('an administrator reads below a disabled button which input is missing, and a press goes there', () => {
  const sent = vi.fn<() => void>();
  const form = (missing: string | undefined) => (
    <>
      <input aria-label="Reason" />
      <SendButton
        text="Reject"
        missing={missing}
        onMissing={() => screen.getByLabelText('Reason').focus()}
        onClick={sent}
      />
    </>
  );
  const { rerender } = render(form('Write the reason first.'));
  const button = screen.getByRole('button', { name: 'Reject', description: 'Write the reason first.' });
  const reason = screen.getByText('Write the reason first.');
  expect(button.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  fireEvent.click(button);
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
  expect(sent).not.toHaveBeenCalled();

  button.focus();
  rerender(form(undefined));
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(sent).toHaveBeenCalledOnce();
});

test('a disabled button keeps the description of its caller, and adds the reason to it', () => {
  render(
    <>
      <p id="consequence">Nobody is paid twice.</p>
      <SendButton text="Pay" aria-describedby="consequence" missing="Choose an account." />
    </>,
  );
  const description = 'Nobody is paid twice. Choose an account.';
  expect(screen.getByRole('button', { name: 'Pay', description })).toBeTruthy();
});
