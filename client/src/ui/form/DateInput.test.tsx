import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DateInput } from './DateInput.tsx';

test.each([
  ['date', '20261-11-29'],
  ['datetime-local', '20261-11-29T10:00'],
] as const)('a member who types a fifth digit into the year of a %s loses nothing', (type, value) => {
  const { container } = render(<DateInput label="Day" type={type} value={value} onValue={() => undefined} />);
  expect(container.querySelector('input')?.getAttribute('type')).toBe(type);
});

function open(value: string) {
  const { container } = render(<DateInput label="Day" value={value} onValue={() => undefined} />);
  const input = container.querySelector('input');
  if (!input) throw new Error('there is no field');
  const isSeen = () => !input.classList.contains('text-transparent');
  return { input, isSeen, inWords: () => container.querySelector('[aria-hidden]')?.textContent };
}

test('a member who leaves a day half typed still sees the text', () => {
  const { input, isSeen, inWords } = open('');
  // This DOM has no parts of a day, so its validity simulates a browser.
  const unreadableValidity = Object.create(input.validity, { badInput: { value: true } }) as ValidityState;
  const validity = vi.spyOn(input, 'validity', 'get').mockReturnValue(unreadableValidity);
  fireEvent.focus(input);
  fireEvent.blur(input);
  expect(isSeen()).toBe(true);
  validity.mockRestore();
  fireEvent.focus(input);
  fireEvent.blur(input);
  expect(isSeen()).toBe(false);
  expect(inWords()).toBe('');
});

test('a member with forced colours reads a day once', () => {
  const ordinaryInput = open('2026-11-29');
  expect(ordinaryInput.isSeen()).toBe(false);
  expect(ordinaryInput.inWords()).toBe('29 Nov 2026');
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia(query);
    vi.spyOn(list, 'matches', 'get').mockReturnValue(query.includes('forced-colors'));
    return list;
  });
  const { isSeen, inWords } = open('2026-11-29');
  vi.restoreAllMocks();
  expect(isSeen()).toBe(true);
  expect(inWords()).toBeUndefined();
});
