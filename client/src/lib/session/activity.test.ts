import { expect, test } from 'vitest';
import { watchActivity } from './activity.ts';

test('a user counts as active for a minute after opening, clicking, typing or focusing', () => {
  let at = 0;
  const target = new EventTarget();
  const isActive = watchActivity(target, () => at);
  expect(isActive()).toBe(true);
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus']) {
    at += 60_000;
    expect(isActive()).toBe(false);
    target.dispatchEvent(new Event(event));
    expect(isActive()).toBe(true);
    at += 59_999;
    expect(isActive()).toBe(true);
    at += 1;
  }
  target.dispatchEvent(new Event('mousemove'));
  expect(isActive()).toBe(false);
});
