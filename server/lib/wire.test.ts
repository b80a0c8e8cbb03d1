import { expect, test } from 'vitest';
import { decimal, toWire } from '#shared/kernel/money.ts';
import { textToWire } from './wire.ts';

test.each(['0', '0.00000001', '-12.50000000', '123456789012345', '100000000000000000000000000000000000000'])(
  'a customer reads %s as the same number from a list and from a single answer',
  (text) => expect(textToWire(text)).toBe(toWire(decimal(text))),
);
