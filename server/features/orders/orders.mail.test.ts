import { expect, expectTypeOf, test } from 'vitest';
import type { MailData } from '#server/features/mail/mail.service.ts';
import { textsIn } from '#server/lib/texts.ts';
import type { OrderReasonCode } from '#shared/orders/orders.reasons.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { describeMails, renderedMail } from '#tests/setup/mails.ts';
import { orderReasonText, ordersMail } from './orders.mail.templates.ts';

const endedOrder = { firstName: 'Ada', id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC' };
const order = { ...endedOrder, pays: '1,859.40 USD' };
const samples = {
  order_received: order,
  order_awaiting_proof: { ...order, hours: 24 },
  order_opened_for_customer: { ...order, ending: '1204' },
  order_processing: order,
  order_completed: { ...order, notes: 'Sent by SEPA.\nThank you!' },
  order_question: {
    firstName: 'Ada',
    id: 'id-1',
    reference: 'LF-7K3M-Q2',
    question: 'Is this your account?',
    until: '2 Mar, 14:00 UTC',
  },
  order_rejected: { ...endedOrder, notes: 'The proof shows another amount.', because: null },
  order_failed: { ...endedOrder, notes: 'Nothing arrived.', because: null },
  address_stopped: { firstName: 'Ada', id: 'id-2', reference: 'LF-7K3M-Q2' },
  new_order_notice: { id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC', pays: '1,859.40 USD', kind: 'sell' },
  order_alarm: { reference: 'LF-7K3M-Q2', path: '/admin/transactions?q=LF-7K3M-Q2' },
} as const;

describeMails(ordersMail, samples);

test('a mail in Arabic reads from right to left, and its numbers from left to right', () => {
  const mail = { template: 'order_received', data: samples.order_received } as const;
  const { html, subject, text } = renderedMail(mail, { language: 'ar' });
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<td align="left"');
  const { reference, gives } = samples.order_received;
  expect(subject).toContain(`\u2066${reference}\u2069`);
  expect(text).toContain(`\u2068${gives}\u2069`);
});

test('the administrator is notified of a new order without any bank data', () => {
  expectTypeOf<keyof MailData['new_order_notice']>().toEqualTypeOf<'gives' | 'id' | 'kind' | 'pays' | 'reference'>();
});

test('a customer reads times and reasons in their language, and members’ texts as written', () => {
  const inSpanish = { language: 'es' };
  const mail = (cause: Partial<MailData['order_failed']>) =>
    renderedMail({ template: 'order_failed', data: { ...samples.order_failed, ...cause } }, inSpanish).text;
  expect(mail({})).toContain('Nothing arrived.');
  const reasons = Object.keys(textsIn('en', 'orders').because) as OrderReasonCode[];
  for (const reason of reasons) {
    const params = { hours: 24 };
    const text = mail({ notes: null, because: { reason, params } });
    expect(text).toContain(orderReasonText('es', { reason, params }));
    expect(text).not.toContain('{');
  }

  const receivedMail = { template: 'order_received', data: samples.order_received } as const;
  expect(renderedMail(receivedMail, inSpanish).text).toContain('en un máximo de 1 hora');
  const times = { ...settingsDefaults.times, check: 'before sunset' };
  const ownTimes = { ...inSpanish, settings: { ...settingsDefaults, times } };
  expect(renderedMail(receivedMail, ownTimes).text).toContain('before sunset');
});

test('a customer whose money is on its way reads one arrival time, or else the usual duration', () => {
  const textOf = (around: object) =>
    renderedMail({ template: 'order_completed', data: samples.order_completed }, around).text.replaceAll(/\s+/g, ' ');
  const support = { ...settingsDefaults.support, hours: 'Mon-Fri 09:00-18:00' };
  const promising = textOf({ at: new Date('2026-03-11T12:00:00Z'), settings: { ...settingsDefaults, support } });
  expect(promising).toContain('Arrives by');
  expect(promising).not.toContain('usually');
  expect(textOf({})).toContain('usually within 24 hours');
  expect(textOf({})).not.toContain('Arrives by');
});
