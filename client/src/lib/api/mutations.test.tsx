import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { useChange } from './mutations.ts';

/** A change that waits for its answer, the component that sends it, and the arguments of its callbacks. */
function aChange() {
  let answer: (by: Promise<string>) => void = () => undefined;
  const answerPromise = new Promise<string>((resolve) => (answer = resolve));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);
  const { result, unmount } = renderHook(() => useChange({ mutationFn: () => answerPromise }), { wrapper });
  const calls: string[] = [];
  result.current.mutate(undefined, {
    onSuccess: (output) => calls.push(output),
    onError: ({ message }) => calls.push(message),
    onSettled: () => calls.push('settled'),
  });
  const mutationsEnded = () => waitFor(() => expect(client.isMutating()).toBe(0));
  return { answer, unmount, calls, ended: mutationsEnded };
}

test('a change that removes its own button still shows its success', async () => {
  const { answer, unmount, calls } = aChange();
  unmount();
  answer(Promise.resolve('done'));
  await waitFor(() => expect(calls).toEqual(['done', 'settled']));
});

test('a refused change is reported once, even if its button is gone', async () => {
  const { answer, unmount, calls } = aChange();
  unmount();
  answer(Promise.reject(new Error('refused')));
  await waitFor(() => expect(calls).toEqual(['refused', 'settled']));
});

test('a member who has opened another screen is not sent back by a change of the previous one', async () => {
  const { answer, unmount, calls, ended } = aChange();
  const { pathname } = window.location;
  onTestFinished(() => window.history.replaceState({}, '', pathname));
  unmount();
  window.history.replaceState({}, '', '/another');
  answer(Promise.resolve('done'));
  await ended();
  await Promise.resolve();
  expect(calls).toEqual([]);
});
