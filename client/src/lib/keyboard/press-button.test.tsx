import { expect, test, vi } from 'vitest';
import { pressButton } from './press-button.ts';

test('a key presses only a button that is in view', () => {
  const place = document.createElement('section');
  const button = document.createElement('button');
  button.id = 'approve-all';
  place.append(button);
  document.body.replaceChildren(place);
  const pressed = vi.fn<() => void>();
  button.addEventListener('click', pressed);
  pressButton('approve-all');
  expect(pressed).toHaveBeenCalledTimes(1);
  place.style.display = 'none';
  pressButton('approve-all');
  expect(pressed).toHaveBeenCalledTimes(1);
});
