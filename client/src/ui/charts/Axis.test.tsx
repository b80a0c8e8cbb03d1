import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Axis } from './Axis.tsx';

const labelsOf = (top: number, bottom: number) => {
  const axis = <Axis top={top} bottom={bottom} width={600} yOf={(value) => -value} at={(x) => x} labels />;
  const { container } = render(<svg>{axis}</svg>);
  return [...container.querySelectorAll('text')].map(({ textContent }) => textContent);
};

test('an owner reads no gain on the axis of days that all lost money', () => {
  expect(labelsOf(0, -20)).toEqual(['−20', '−10']);
  expect(labelsOf(30, -20)).toEqual(['−20', '15', '30']);
});
