import { describe, expect, test } from 'vitest';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { renderMail } from './mail.render.ts';
import type { MailData, TemplateName } from './mail.templates.ts';

const around = { language: 'en', settings: settingsDefaults, publicUrl: 'https://desk.example.com' };
const order = { firstName: 'Ada', id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC', pays: '1,859.40 USD' };

const samples: { [Name in TemplateName]: MailData[Name] } = {
  verification_code: { code: '493817', minutes: 10 },
  already_registered: { firstName: 'Ada' },
  password_reset: { firstName: 'Ada', path: '/reset-password?token=abc', minutes: 30 },
  password_changed: { firstName: 'Ada' },
  email_changed: { firstName: 'Ada' },
  second_factor_changed: { firstName: 'Ada', change: 'off' },
  kyc_received: { firstName: 'Ada' },
  kyc_approved: { firstName: 'Ada' },
  kyc_rejected: { firstName: 'Ada', notes: 'The photo is blurred.\nPlease send it again.' },
  order_received: order,
  order_awaiting_proof: { ...order, hours: 24 },
  order_processing: order,
  order_completed: { ...order, notes: 'Sent by SEPA.\nThank you!' },
  order_rejected: { ...order, notes: 'The proof shows another amount.' },
  order_failed: { ...order, notes: 'Nothing arrived.' },
  new_order_notice: { id: 'id-1', reference: 'LF-7K3M-Q2', gives: '0.05 BTC', pays: '1,859.40 USD', kind: 'sell' },
  payment_method_notice: { kind: 'changed', displayName: 'First Bank, main account', currency: 'NGN' },
  wallet_notice: {
    kind: 'asked',
    coin: 'XRP (Ripple)',
    address: 'rHnF8Hju2dKk53cbMccvcHqfejxc83o1rq',
    memo: '1000001',
    liveAt: '2026-03-12T14:02:00.000Z',
  },
  wallet_alarm: { coin: 'Bitcoin' },
  payment_method_alarm: { displayName: 'Zenith Bank', currency: 'NGN' },
  held_rate_notice: { subject: 'BTC', lastGood: '39145.28', offered: '61000', source: 'coingecko' },
  agent_request_notice: { from: 'ada@example.com', message: 'Where is my payout?\nIt is late.' },
  chat_answer: { answer: 'It is on its way.' },
  newsletter_confirm: {
    path: '/newsletter/confirm?token=abc',
    unsubscribePath: '/newsletter/unsubscribe?token=x',
    oneClickPath: '/api/unsubscribe?token=x',
  },
  newsletter_welcome: { unsubscribePath: '/newsletter/unsubscribe?token=x', oneClickPath: '/api/unsubscribe?token=x' },
};
const names = Object.keys(samples) as TemplateName[];

const attack = `<img src=x onerror=alert(1)>"'&\r\nBcc: evil@example.com\n\n--\nfrom Landfall <%= 7*7 %> {minutes} \u202Egnp`;
/** The same data with every text replaced by an attack. */
const hostile = (data: object) =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      typeof value === 'string' && !/path$/i.test(key) && !['id', 'kind', 'change'].includes(key)
        ? attack
        : (value as unknown),
    ]),
  );
const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? [];
const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const spokenIn = (html: string) =>
  html.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => signs[name] ?? '');
const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, url = '']) => url);

const render = (template: TemplateName, data: object = samples[template]) =>
  renderMail({ template, data } as Parameters<typeof renderMail>[0], around);

describe.each(names)('the mail %s', (template) => {
  test('says everything it is about, in HTML and in plain text', () => {
    const { subject, html, text } = render(template);
    expect(subject).toMatch(/^[\x20-\x7e]{5,78}$/);
    const spoken = spokenIn(html);
    for (const [key, value] of Object.entries(samples[template])) {
      if (/path$/i.test(key) || ['id', 'kind', 'change'].includes(key)) continue;
      for (const line of String(value).split('\n')) {
        expect(spoken).toContain(line);
        expect(text).toContain(line);
      }
    }
    expect(`${spoken}${text}`).not.toMatch(/undefined|null|\{\w+\}|<%|\[object/);
    expect(text).not.toMatch(/\n{4}|&amp;|<[a-z]/);
    for (const link of linksIn(html)) {
      expect(new URL(link).origin).toBe(around.publicUrl);
      expect(text).toContain(link);
    }
  });

  test('stays whole and harmless when people write what they like', () => {
    const [good, evil] = [render(template), render(template, hostile(samples[template]))];
    expect(tagsOf(evil.html)).toEqual(tagsOf(good.html));
    expect(evil.html).not.toContain('49 {minutes}');
    expect(evil.subject).not.toMatch(/[\r\n]|evil/);
    // A line of the text part is ours, or marked as somebody's.
    expect(evil.text.split('\n').filter((line) => line.startsWith('from Landfall') || line.startsWith('Bcc'))).toEqual(
      [],
    );
  });

  test('shows nothing from elsewhere and needs no style sheet', () => {
    const { html } = render(template);
    expect(html).not.toMatch(/<(img|link|script|style|iframe)|url\(|@import/i);
  });
});

test('the code stands in its mail once in each part, and no name that a stranger typed', () => {
  const { html, text } = render('verification_code');
  expect(html.match(/493817/g)).toHaveLength(1);
  expect(text.match(/493817/g)).toHaveLength(1);
  expect(text).toContain('valid for 10 minutes');
});

test('a mail in Arabic reads from right to left, and its figures from left to right', () => {
  const mail = { template: 'order_received', data: samples.order_received } as const;
  const { html, subject, text } = renderMail(mail, { ...around, language: 'ar' });
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<td align="left"');
  const { reference, gives } = samples.order_received;
  expect(subject).toContain(`\u2066${reference}\u2069`);
  expect(text).toContain(`\u2068${gives}\u2069`);
});

test('the desk is told of a new order without any bank data', () => {
  expect(Object.keys(samples.new_order_notice).toSorted()).toEqual(['gives', 'id', 'kind', 'pays', 'reference']);
});

test('a link that would leave the site is never written', () => {
  for (const path of ['https://evil.example.com', '//evil.example.com/x', '/\\evil.example.com']) {
    expect(() => render('password_reset', { ...samples.password_reset, path })).toThrow('another site');
  }
});

test('the desk’s own name, operator and address stand in every mail', () => {
  const brand = {
    ...settingsDefaults.brand,
    name: 'Hafen & Co',
    operator: 'Hafen GmbH',
    supportEmail: 'help@hafen.test',
  };
  const mail = { template: 'password_changed', data: samples.password_changed } as const;
  const { html, text } = renderMail(mail, { ...around, language: 'xx', settings: { ...settingsDefaults, brand } });
  expect(html).toContain('Hafen &amp; Co');
  expect(text).toContain('Hafen & Co is operated by Hafen GmbH.');
  expect(text).toContain('help@hafen.test');
});

test('a customer reads times and the product’s own notes in their language, and the desk’s in the words of the desk', () => {
  const inSpanish = { ...around, language: 'es' };
  const mail = (notes: string) =>
    renderMail({ template: 'order_failed', data: { ...samples.order_failed, notes } }, inSpanish).text;
  expect(mail('Cancelled by the customer')).toContain('Cancelada por usted');
  const unproven =
    'No payment proof was received within 24 hours. If you have paid, please write to support and name the reference.';
  expect(mail(unproven)).toContain('No recibimos el comprobante de pago en 24 horas.');
  expect(mail('Nothing arrived.')).toContain('Nothing arrived.');

  const received = { template: 'order_received', data: samples.order_received } as const;
  expect(renderMail(received, inSpanish).text).toContain('normalmente menos de 1 hora');
  const times = { ...settingsDefaults.times, check: 'before sunset' };
  const own = { ...inSpanish, settings: { ...settingsDefaults, times } };
  expect(renderMail(received, own).text).toContain('before sunset');
});
