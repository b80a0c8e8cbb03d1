import {
  cleanup,
  configure,
  fireEvent,
  render,
  screen,
  within,
  type BoundFunctions,
  type queries,
} from '@testing-library/react';
import type { Window } from 'happy-dom';
import { createBrowserRouter } from 'react-router-dom';
import { expect, onTestFinished } from 'vitest';
import { App } from '#client/app/App.tsx';
import { routeObjects } from '#client/app/Router.tsx';
import { routeAt } from '#client/app/routes.ts';
import { queryClient } from '#client/lib/api/query-client.ts';
import { initLanguage } from '#client/lib/i18n/i18n.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import { clearToken, storeToken } from '#client/lib/session/token.ts';
import { shellAnswers, tokenOf } from './answers.ts';
import { expectNoFaults, fakeServer, type Answers, type FakeServer } from './server.ts';

configure({
  // A busy machine is no failure.
  asyncUtilTimeout: 20_000,
  // Without a layout no element is known to be hidden, and checking that takes most of the time.
  defaultHidden: true,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\n${document.body.textContent}`),
});

// A list of options is in the top layer, if the browser has one.
Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });

/** Never opens: browser tests cover the socket. */
class SilentSocket extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
  close() {}
  send() {}
}

/**
 * The whole client at `path`, with an in-memory server. It is rendered for a visitor, unless `as` names the signed-in
 * user; a reload finds the browser's stored data, and `state` is the state of the link to the page. Fails on a call
 * without an answer or outside of the contract.
 */
export async function renderScreen(
  path: string,
  answers: Answers = {},
  { as, isReload = false, state }: { as?: SessionUser; isReload?: boolean; state?: object } = {},
): Promise<FakeServer> {
  const server = fakeServer({ ...shellAnswers, ...(as && { 'GET /api/auth/user': as }), ...answers });
  const uninstall = server.install();
  const faultOf = (error: unknown) => server.faults.push(error instanceof Error ? error.message : String(error));
  Object.assign(globalThis, {
    WebSocket: SilentSocket,
    // Files of drafts are kept in the browser's tests.
    indexedDB: { open: () => ({}) },
    // Chunks that are loaded ahead in idle time belong to another screen.
    requestIdleCallback: () => 0,
    reportError: faultOf,
  });
  if (!isReload) {
    localStorage.clear();
    sessionStorage.clear();
  }
  queryClient.clear();
  history.replaceState(state ? { usr: state } : null, '', path);
  if (as) storeToken(tokenOf(as), as.isAdmin);
  else clearToken();
  onTestFinished(async () => {
    await untilQuiet();
    cleanup();
    await queryClient.cancelQueries();
    queryClient.clear();
    uninstall();
    expectNoFaults(server);
  });
  await Promise.all([initLanguage(), routeAt(location.pathname)?.load()]);
  render(<App router={createBrowserRouter(routeObjects)} />);
  await screen.findByRole('heading', { level: 1 });
  return server;
}

/**
 * Waits for the calls that the last press started, so that a call without an answer fails its test every time, and not
 * only on a busy machine. Answers come in the same process, so turns of it are counted; a call that a test holds ends
 * the wait.
 */
async function untilQuiet(): Promise<void> {
  const isBusy = () => queryClient.isFetching() + queryClient.isMutating() > 0;
  for (let [turn, quiet] = [0, 0]; turn < 60 && quiet < 8; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    quiet = isBusy() ? 0 : quiet + 1;
  }
}

/** Presses the button of this name once it is there. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name }));
}

/** Presses the first button (or element of another role) of this name: the page has several. */
export async function pressFirst(name: string | RegExp, role = 'button'): Promise<void> {
  const [first] = await screen.findAllByRole(role, { name });
  if (first) fireEvent.click(first);
}

/** The field of this label, once it is there. */
export function field(label: string | RegExp): Promise<HTMLInputElement> {
  return screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' });
}

/** Replaces what the field of this label contains, and leaves it. */
export async function fill(label: string | RegExp, value: string): Promise<void> {
  const input = await field(label);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

/** The selected text in a field, which typing replaces. */
export const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLInputElement): string =>
  value.slice(selectionStart ?? 0, selectionEnd ?? 0);

/** Waits until the page contains the text. */
export async function expectText(text: string | RegExp): Promise<HTMLElement> {
  const [first] = await screen.findAllByText(text);
  if (!first) throw new Error(`The page does not say ${String(text)}`);
  return first;
}

/** The dialog of this name, once it is there. */
export async function dialogOf(name: string | RegExp): Promise<BoundFunctions<typeof queries>> {
  return within(await screen.findByRole('dialog', { name }));
}

/** Waits for the links of this name, of which one has the address. */
export async function expectLink(name: string | RegExp, to: string | RegExp): Promise<void> {
  const links = await screen.findAllByRole('link', { name });
  const addresses = links.map((link) => link.getAttribute('href'));
  expect(addresses).toContainEqual(typeof to === 'string' ? to : expect.stringMatching(to));
}

/** Chooses a file in this input; `size` is its claimed size, without the bytes. */
export function chooseFile(input: HTMLElement, name: string, type: string, size?: number): void {
  const file = new File(['not empty'], name, { type });
  if (size !== undefined) Object.defineProperty(file, 'size', { value: size });
  fireEvent.change(input, { target: { files: [file] } });
}

/** Picks the option of this name in the combobox of this label, found by typing. */
export async function pick(label: string | RegExp, text: string, option: RegExp): Promise<void> {
  fireEvent.change(await screen.findByRole('combobox', { name: label }), { target: { value: text } });
  await pressFirst(option, 'option');
}

/** Gives the window this size until the end of the test. */
export function resizeWindow(size: { width: number; height: number }): void {
  const { happyDOM } = window as unknown as Window;
  const { innerWidth: width, innerHeight: height } = window;
  happyDOM.setViewport(size);
  onTestFinished(() => happyDOM.setViewport({ width, height }));
}
