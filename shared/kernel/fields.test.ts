import { describe, expect, test, vi } from 'vitest';
import { latinDigits } from './digits.ts';
import { normalizeEmail, shownEmail } from './email-address.ts';
import { digitText, email, nameText, newPassword, sixDigits, text } from './fields.ts';

describe('an e-mail address', () => {
  test.each([
    ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['ivan@xn--e1afmkfd.xn--p1ai', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['User@Bücher.de', 'user@xn--bcher-kva.de'],
    ['user@bu\u0308cher.de', 'user@xn--bcher-kva.de'],
    ['li@例子.中国', 'li@xn--fsqu00a.xn--fiqs8s'],
    ['ali@موقع.الأردن', 'ali@xn--4gbrim.xn--igbhzh7gpa'],
    ['sun@예시.한국', 'sun@xn--vv4b11d.xn--3e0b707e'],
    ['tom/ops@example.com', 'tom/ops@example.com'],
    ['a&b@example.com', 'a&b@example.com'],
    ["o'neil+x=y{z}|~@mail.example.museum", "o'neil+x=y{z}|~@mail.example.museum"],
    [' ａｄａ@example.com ', 'ada@example.com'],
  ])('is stored in ASCII: %s', (input, stored) => {
    expect(email().parse(input)).toBe(stored);
    expect(normalizeEmail(input)).toBe(stored);
  });

  test.each([
    'ivan@',
    '@example.com',
    'a b@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a@b@example.com',
    'a@example',
    'a@127.0.0.1',
    'a@-x.com',
    'ädа@example.com',
    'a@exa/mple.com',
    'a@пример',
    `${'x'.repeat(65)}@example.com`,
  ])('of another form is refused: %s', (input) => {
    expect(email().safeParse(input).success).toBe(false);
  });
});

describe('a stored address', () => {
  test.each([
    'ivan@пример.рф',
    'user@bücher.de',
    'li@例子.中国',
    'ali@موقع.الأردن',
    'sun@예시.한국',
    'a@日本語ドメイン.jp',
    'q@παράδειγμα.ελ',
    'z@उदाहरण.भारत',
    'x@münchen-ost.straße.example',
    'plain@example.com',
  ])('is shown in its reader’s script: %s', (address) => {
    expect(shownEmail(normalizeEmail(address))).toBe(address);
  });

  test.each(['a@pаypal.com', 'a@аррӏе.com', 'a@xn--zz--.de', 'a@xn--a.com', 'a@xn--99999999999.com'])(
    'stays in ASCII if it could be mistaken for another one, or is none: %s',
    (address) => {
      expect(shownEmail(normalizeEmail(address))).toMatch(/^a@xn--[\w-]+\.\w+$/);
    },
  );

  test('is shown in masked form too', () => {
    expect(shownEmail('i•••@xn--e1afmkfd.xn--p1ai')).toBe('i•••@пример.рф');
  });
});

describe('a text', () => {
  test.each([
    ['Ada\u202e', 'Ada'],
    ['Ada\u200d', 'Ada'],
    ['\u2067Ada\u2069', 'Ada'],
    ['A\u00adda\u200b', 'Ada'],
    ['\ufeffAda', 'Ada'],
    ['Ada\u{e0041}', 'Ada'],
    ['Zoe\u0308', 'Zoë'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['👩\u200d💻', '👩\u200d💻'],
    ['👩🏽\u200d💻', '👩🏽\u200d💻'],
    ['🏳\ufe0f\u200d🌈', '🏳\ufe0f\u200d🌈'],
    [
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    ],
  ])('of one line loses every invisible character: %j', (input, stored) => {
    expect(text(60).parse(input)).toBe(stored);
  });

  test('has its lines and loses only characters that reverse the text around it', () => {
    expect(text(2000).parse('a\u202eb\u200f\nc')).toBe('ab\u200f\nc');
  });
});

describe('a password', () => {
  const password = 'Pàsswört-Ünïcode-9';

  test('has one spelling from any keyboard', () => {
    expect(newPassword().parse(password.normalize('NFD'))).toBe(password);
    expect(newPassword().parse('Ｈａｒｂｏｕｒ-９-ﬁsh')).toBe('Harbour-9-fish');
  });

  test('is refused if it is blank, or longer than 72 bytes in that spelling', () => {
    expect(newPassword().safeParse(' '.repeat(9)).success).toBe(false);
    expect(newPassword().safeParse('\u00a0'.repeat(9)).success).toBe(false);
    expect(newPassword().safeParse('Zt-7vﷺﷺ').success).toBe(true);
    expect(newPassword().safeParse('Zt-7vﷺﷺﷺ').success).toBe(false);
  });
});

test.each([
  ['٩٠٧٥٥٩', '907559'],
  ['۹۰۷۵۵۹', '907559'],
  ['९०७५५९', '907559'],
  ['๙๐๗๕๕๙', '907559'],
  ['９０７５５９', '907559'],
  ['𝟗𝟎𝟕𝟓𝟓𝟗', '907559'],
  ['၉၀၇၅၅၉', '907559'],
])('digits of every script are read in codes and numbers: %s', (input, digits) => {
  expect(latinDigits(input)).toBe(digits);
  expect(sixDigits('one_time_code_malformed').parse(` ${input} `)).toBe(digits);
  expect(digitText(20).parse(input)).toBe(digits);
});

test('a parsed text does not change when it is parsed again', () => {
  for (const max of [40, 2000])
    for (const sign of ['\u200b', '\u200d', '\u00ad', '\u202e']) {
      const parsedText = text(max).parse(`e${sign}\u0301`);
      expect(text(max).parse(parsedText)).toBe(parsedText);
    }
});

test('an attacker’s long text is refused before it is normalised', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize');
  try {
    for (const input of ['\u{e0041}'.repeat(24_000), `a${'\u0301\u0323'.repeat(24_000)}`]) {
      expect(text(40).safeParse(input).success).toBe(false);
      expect(newPassword().safeParse(input).success).toBe(false);
    }
    text(40).parse('Ada');
    // Counted and not timed: a busy machine takes as long for a text that fits.
    expect(normalize).toHaveBeenCalledOnce();
  } finally {
    normalize.mockRestore();
  }
});

test.each([
  [' Mary  Ann\u00a0 O\u2019Neil ', 'Mary Ann O\u2019Neil'],
  ['Zoe\u0308\u202e', 'Zo\u00eb'],
])('a name is stored in one spelling, with single blanks: %j', (input, stored) => {
  expect(nameText(60).parse(input)).toBe(stored);
});
