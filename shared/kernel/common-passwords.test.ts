import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { newPassword } from './fields.ts';

test.each([
  'password',
  'Password1!',
  'P@ssw0rd123',
  '12345678',
  '987654321',
  'aaaaaaaa',
  'abcabcabc',
  'qwertyuiop',
  'Iloveyou2024',
  'bitcoin2026',
  'admin12345',
  '11111111',
  'trustno1!!',
])('a customer cannot choose %s, which guessers try among the first', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  expect(newPassword().safeParse(password).error?.issues).toMatchObject([{ message: 'password_common' }]);
});

test.each([
  'correct horse battery',
  'Correct-horse-9',
  'seven quiet harbours 58',
  'k7#vR2mq',
  'the thief follows',
  'パスワードは秘密です',
])('a customer may choose %s', (password) => {
  expect(newPassword().safeParse(password).success).toBe(true);
});
