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
  const bitcoin = { subjectType: 'wallet', subjectId: 'bitcoin' };
  const tron = { subjectType: 'coin', subjectId: 'tron' };
  const rules = {
    from: { payoutOverUsd: null, eraseUser: false, rateOverPercent: 5 },
    to: { payoutOverUsd: '99999999999.99', eraseUser: true, rateOverPercent: 7.5 },
  };
  const readRules = [
    'A payout above: (empty) → $99,999,999,999.99\u00a0USD',
    'Erasing a user: no → yes',
    'A rate change in a day above: 5% → 7.5%',
  ];
  const tiers = { from: { tiers: [] }, to: { tiers: [{ overUsd: 5000, percent: 4 }] } };
  const pair = { fromCurrency: 'USD', toCurrency: 'NGN', exchangeRate: 1560.5 };
  const jump = { lastGood: '0.3', offered: '0.03', reason: 'jump' };
  const readJump = [
    'Last good rate: 1\u00a0TRX = 0.3\u00a0USD',
    'Offered rate: 1\u00a0TRX = 0.03\u00a0USD',
    'Reason: jumped at once',
  ];
  const source = { whenEmpty: 'shared', gapLimit: 20, isLive: true };
  const readSource = ['When none is free: Show the shared address', 'Gap limit: 20', 'In use: yes'];
  const licence = { hasBack: true, documentType: 'drivers_license', expiresOn: '2031-05-01' };
  const readLicence = ['Back of the document: yes', 'Document: Driver’s license', 'Valid until: 1 May 2031'];
  const taken = { format: 'csv', from: '2026-11-01', searched: true };
  const moved = { from: 'pending', to: 'processing' };
  const unknown = { fields: ['firstName', 'nickname'], oldName: 'x' };

  test.each<[string, Parameters<typeof readOf>, string[]]>([
    [
      'tell money with its currency',
      ['fiat_rate.created', pair],
      ['Currency pair: USD → NGN', 'Rate: 1\u00a0USD = 1,560.50\u00a0NGN'],
    ],
    [
      'tell amounts of a coin with its symbol',
      ['wallet.minimum_changed', { from: '0.001', to: '0.0005' }, bitcoin],
      ['Change: 0.001\u00a0BTC → 0.0005\u00a0BTC'],
    ],
    ['tell rates of a coin with its symbol', ['rates.held', jump, tron], readJump],
    [
      'are in the words of the screen of what arrived',
      ['settlement.made', { outcome: 'late_locked', received: '3' }],
      ['What arrived: late, at the locked rate', 'Arrived: 3'],
    ],
    ['are in the words of the screen of a source', ['source.changed', source], readSource],
    ['of a changed setting tell each field by its name, before and after', ['settings.changed', rules], readRules],
    [
      'of changed tiers tell each tier',
      ['settings.changed', tiers, { subjectId: 'fees' }],
      ['Fee tiers: (empty) → $5,000.00\u00a0USD, 4%'],
    ],
    ['tell yes and no, documents and days in words', ['kyc.submitted', licence], readLicence],
    ['tell statuses in words', ['transaction.processing', moved], ['Change: Pending → Processing']],
    ['tell roles in words', ['team.role_changed', { from: 'support', to: 'payer' }], ['Change: Support → Payer']],
    ['tell what was exported', ['user.exported', taken], ['From: 1 Nov 2026', 'Format: CSV', 'Of a search: yes']],
    [
      'keep a recorded name that there is no word for',
      ['user.edited', unknown],
      ['What changed: First name, nickname', 'oldName: x'],
    ],
  ])('%s', (_sentence, entry, read) => {
    expect(readOf(...entry)).toEqual(read);
  });

  test('of a note name how many colleagues were mentioned, and say nothing where none was', () => {
    const note = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
    expect(readOf('note.written', { note, mentions: 2 })).toContain('Colleagues mentioned: 2');
    expect(readOf('note.written', { note, mentions: 0 }).join()).not.toContain('mentioned');
  });

  test('tell a moment by its day and time', () => {
    const [live] = rowsOf('wallet.change_asked', { liveAt: now });
    expect(live?.value.text).toMatch(/^22 Nov 2026/);
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
});
