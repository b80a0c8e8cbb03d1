import { expect, test } from 'vitest';
import { newPassword } from '#shared/kernel/fields.ts';
import { isCommonPassword } from './common-passwords.ts';

const words = ['password', 'Password1!', 'P@ssw0rd123', 'Iloveyou2024', 'bitcoin2026', 'admin12345', 'trustno1!!'];
const runsOfCharacters = ['12345678', '987654321', 'aaaaaaaa', 'abcabcabc', 'qwertyuiop', '11111111'];

test.each([...words, ...runsOfCharacters])(
  'a customer cannot choose %s, which attackers try among the first',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(newPassword().safeParse(password).error?.issues).toMatchObject([{ message: 'password_common' }]);
  },
);

const phrases = ['correct horse battery', 'seven quiet harbours 58', 'the thief follows', 'パスワードは秘密です'];

test.each([...phrases, 'Correct-horse-9', 'k7#vR2mq'])('a customer may choose %s', (password) => {
  expect(newPassword().safeParse(password).success).toBe(true);
});
