import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import { detailRows, type DetailSource } from './audit.details.ts';
import { detailNamespaces } from './audit.texts.ts';

const nora = '8c5fea9e-e2c0-4b1e-9a2e-b982d6473de2';
const order = '732b9e9a-5490-41e6-8bc9-8ed6be9ec960';
const now = '2026-11-22T10:00:00.000Z';

const rowsOf = (action: string, details: DetailSource['details'], more: Partial<DetailSource> = {}) =>
  detailRows({ action, subjectType: null, subjectId: null, detailNames: {}, ...more, details }, (key) =>
    i18next.exists(key) ? i18next.t(key, { defaultValue: key }) : undefined,
  );
/** What a reader sees of them. */
const readOf = (...entry: Parameters<typeof rowsOf>) =>
  rowsOf(...entry).map(({ term, value, before }) => `${term}: ${before ? `${before.text} → ` : ''}${value.text}`);

beforeAll(() => loadTexts(...detailNamespaces));

describe('the details of an audit entry', () => {
  test('tell money with its currency and amounts of a coin with its symbol', () => {
    expect(readOf('fiat_rate.created', { fromCurrency: 'USD', toCurrency: 'NGN', exchangeRate: 1560.5 })).toEqual([
      'Currency pair: USD → NGN',
      'Rate: 1\u00a0USD = 1,560.50\u00a0NGN',
    ]);
    const bitcoin = { subjectType: 'wallet', subjectId: 'bitcoin' };
    expect(readOf('wallet.minimum_changed', { from: '0.001', to: '0.0005' }, bitcoin)).toEqual([
      'Change: 0.001\u00a0BTC → 0.0005\u00a0BTC',
    ]);
    const held = { subjectType: 'coin', subjectId: 'tron' };
    expect(readOf('rates.held', { lastGood: '0.3', offered: '0.03', reason: 'jump' }, held)).toEqual([
      'Last good rate: 1\u00a0TRX = 0.3\u00a0USD',
      'Offered rate: 1\u00a0TRX = 0.03\u00a0USD',
      'Reason: jumped at once',
    ]);
  });

  test('of a note name how many colleagues were mentioned, and say nothing where none was', () => {
    const note = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    expect(readOf('note.written', { note, mentions: 2 })).toContain('Colleagues mentioned: 2');
    expect(readOf('note.written', { note, mentions: 0 }).join()).not.toContain('mentioned');
  });

  test('of what arrived and of a source are in the words of their screens, never in the names of columns', () => {
    expect(readOf('settlement.made', { outcome: 'late_locked', received: '3' })).toEqual([
      'What arrived: late, at the locked rate',
      'Arrived: 3',
    ]);
    expect(readOf('source.changed', { whenEmpty: 'shared', gapLimit: 20, isLive: true })).toEqual([
      'When none is free: Show the shared address',
      'Gap limit: 20',
      'In use: yes',
    ]);
  });

  test('of a changed setting tell each field by its name, before and after', () => {
    expect(
      readOf('settings.changed', {
        from: { payoutOverUsd: null, eraseUser: false, rateOverPercent: 5 },
        to: { payoutOverUsd: '99999999999.99', eraseUser: true, rateOverPercent: 7.5 },
      }),
    ).toEqual([
      'A payout above: (empty) → $99,999,999,999.99\u00a0USD',
      'Erasing a user: no → yes',
      'A rate change in a day above: 5% → 7.5%',
    ]);
    expect(
      readOf(
        'settings.changed',
        { from: { tiers: [] }, to: { tiers: [{ overUsd: 5000, percent: 4 }] } },
        { subjectId: 'fees' },
      ),
    ).toEqual(['Fee tiers: (empty) → $5,000.00\u00a0USD, 4%']);
  });

  test('tell yes and no, statuses, roles and dates in words', () => {
    const details = { hasBack: true, documentType: 'drivers_license', expiresOn: '2031-05-01' };
    expect(readOf('kyc.submitted', details)).toEqual([
      'Back of the document: yes',
      'Document: Driver’s license',
      'Valid until: 1 May 2031',
    ]);
    expect(readOf('transaction.processing', { from: 'pending', to: 'processing' })).toEqual([
      'Change: Pending → Processing',
    ]);
    expect(readOf('team.role_changed', { from: 'support', to: 'payer' })).toEqual(['Change: Support → Payer']);
    const [live] = rowsOf('wallet.change_asked', { liveAt: now });
    expect(live?.value.text).toMatch(/^22 Nov 2026/);
    expect(readOf('user.exported', { format: 'csv', from: '2026-11-01', searched: true })).toEqual([
      'From: 1 Nov 2026',
      'Format: CSV',
      'Of a search: yes',
    ]);
  });

  test('name the user behind an id, and lead to the user and the order', () => {
    const known = { detailNames: { [nora]: 'Nora Diaz' } };
    expect(rowsOf('transaction.assigned', { from: null, to: nora }, known)).toEqual([
      {
        term: 'Change',
        before: { text: 'Nobody' },
        value: { text: 'Nora Diaz', isCode: false, to: `/admin/users?user=${nora}` },
      },
    ]);
    const [kind, about] = rowsOf('approval.requested', { kind: 'payout', subjectId: order, askedBy: nora }, known);
    expect(kind?.value.text).toBe('Payout');
    expect(about?.value).toEqual({ text: '732b9e9a…', isCode: true, to: `/admin/transactions?show=all&tx=${order}` });
  });

  test('keep a recorded name that there is no word for', () => {
    expect(readOf('user.edited', { fields: ['firstName', 'nickname'], oldName: 'x' })).toEqual([
      'What changed: First name, nickname',
      'oldName: x',
    ]);
  });
});
