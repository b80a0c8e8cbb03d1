import { createElement, Suspense, use } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { htmlOf } from './ssr.html.ts';

const renderError = new Error('no such name');
const inBoundary = (part: () => never) =>
  createElement('html', null, createElement(Suspense, { fallback: null }, createElement(part)));

/** The failures that nothing has handled, while a test runs. */
function unhandledErrors(): unknown[] {
  const errors: unknown[] = [];
  const record = (error: unknown) => void errors.push(error);
  process.on('uncaughtException', record);
  onTestFinished(() => void process.off('uncaughtException', record));
  return errors;
}

test('a page that fails while it is streamed does not stop the server', async () => {
  const failures = unhandledErrors();
  const texts = new Promise<void>((resolve) => setImmediate(resolve));
  const page = inBoundary(() => {
    use(texts);
    throw renderError;
  });
  await expect(htmlOf(page)).rejects.toThrow(renderError);
  expect(failures).toEqual([]);
});

test('a page that fails at once answers with its error', async () => {
  await expect(
    htmlOf(
      inBoundary(() => {
        throw renderError;
      }),
    ),
  ).rejects.toThrow(renderError);
});
