import type { Translated } from '../mail.translated.service.ts';

/** The texts around every mail in English. `{name}` stands for a value. */
export const en = {
  hello: 'Hello {firstName},',
  helloAll: 'Hello,',
  linkHint: 'If the button does not work, copy this address into your browser:',
  automatic: 'This message was sent automatically. Questions? Write to {supportEmail}.',
  operator: '{brand} is operated by {operator}.',
  never: 'We never ask for your password or for a code by mail, chat or telephone.',
} as const;

/** What a translation has to hold. */
export type LayoutTexts = Translated<typeof en>;
