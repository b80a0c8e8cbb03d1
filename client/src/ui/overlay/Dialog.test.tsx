import { act, render, screen } from '@testing-library/react';
import { Suspense, use, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Dialog } from './Dialog.tsx';

/** A part of a dialog that is fetched later. */
function Part({ loading }: { loading: Promise<string> }) {
  const [isAsked, setAsked] = useState(false);
  return isAsked ? (
    <LoadedText loading={loading} />
  ) : (
    <button type="button" onClick={() => setAsked(true)}>
      more
    </button>
  );
}

const LoadedText = ({ loading }: { loading: Promise<string> }) => <p>{use(loading)}</p>;

test('a customer’s dialog stays open while a part of it is loaded, and closes on Esc after that', async () => {
  const onClose = vi.fn<() => void>();
  let finish: (text: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => {
    finish = resolve;
  });
  render(
    <Suspense fallback="…">
      <Dialog open onClose={onClose} title="An order">
        <Part loading={promise} />
      </Dialog>
    </Suspense>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
  // A browser reports a moment later that a dialog was closed, by the user or by code.
  let wasClosed = false;
  dialog.close = () => {
    wasClosed = true;
    dialog.removeAttribute('open');
  };
  const dispatchClose = () => act(() => void dialog.dispatchEvent(new Event('close')));
  await act(async () => screen.getByText('more').click());
  expect(dialog.open).toBe(false);
  await act(async () => {
    finish('loaded');
    await promise;
  });
  await screen.findByText('loaded');
  expect({ wasClosed, isOpen: dialog.open }).toEqual({ wasClosed: true, isOpen: true });
  dispatchClose();
  expect(onClose).not.toHaveBeenCalled();
  dispatchClose();
  expect(onClose).toHaveBeenCalledTimes(1);
});
