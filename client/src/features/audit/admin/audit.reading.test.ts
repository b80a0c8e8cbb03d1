import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import { auditEntry } from '#shared/audit/audit.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { detailRows, type DetailSource } from './audit.details.ts';
import { foldViews } from './audit.fold.ts';
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
  const minimum = { from: '0.1', to: '0.05' };
  const begun = { from: 'pending', to: 'processing' };
  const rules = { payoutOverUsd: null, eraseUser: false, rateOverPercent: 5 };
  const strict = { payoutOverUsd: '99999999999.99', eraseUser: true, rateOverPercent: 7.5 };
  const tiers = { from: { tiers: [] }, to: { tiers: [{ overUsd: 5000, percent: 4 }] } };
  const pair = { fromCurrency: 'USD', toCurrency: 'NGN', exchangeRate: 1560.5 };
  const jump = { lastGood: '0.3', offered: '0.03', reason: 'jump' };
  const source = { whenEmpty: 'shared', gapLimit: 20, isLive: true };
  const licence = { hasBack: true, documentType: 'drivers_license', expiresOn: '2031-05-01' };
  const taken = { format: 'csv', from: '2026-11-01', searched: true };
  const unknown = { fields: ['firstName', 'nickname'], oldName: 'x' };

  const late = { outcome: 'late_locked', received: '3' };
  const [over, step] = ['A payout above: (empty) → $99,999,999,999.99 USD', 'A rate change in a day above: 5% → 7.5%'];
  const strictly = `${over}; Erasing a user: no → yes; ${step}`;
  const licensed = 'Back of the document: yes; Document: Driver’s license; Valid until: 1 May 2031';
  const shared = 'When none is free: Show the shared address; Gap limit: 20; In use: yes';
  const jumped = 'Last good rate: 1 TRX = 0.3 USD; Offered rate: 1 TRX = 0.03 USD; Reason: jumped at once';

  test.each<[sentence: string, read: string, ...entry: Parameters<typeof readOf>]>([
    ['tell money with its currency', 'Currency pair: USD → NGN; Rate: 1 USD = 1,560.50 NGN', 'fiat_rate.created', pair],
    ['tell a coin’s amounts', 'Change: 0.1 BTC → 0.05 BTC', 'wallet.minimum_changed', minimum, bitcoin],
    ['tell a coin’s rates', jumped, 'rates.held', jump, tron],
    ['say what arrived in words', 'What arrived: late, at the locked rate; Arrived: 3', 'settlement.made', late],
    ['say of a source', shared, 'source.changed', source],
    ['tell each changed rule, before and after', strictly, 'settings.changed', { from: rules, to: strict }],
    ['tell each tier', 'Fee tiers: (empty) → $5,000.00 USD, 4%', 'settings.changed', tiers, { subjectId: 'fees' }],
    ['tell yes and no, documents and days in words', licensed, 'kyc.submitted', licence],
    ['tell statuses in words', 'Change: Pending → Processing', 'transaction.processing', begun],
    ['tell roles in words', 'Change: Support → Payer', 'team.role_changed', { from: 'support', to: 'payer' }],
    ['tell what was exported', 'From: 1 Nov 2026; Format: CSV; Of a search: yes', 'user.exported', taken],
    ['keep a name that there is no word for', 'What changed: First name, nickname; oldName: x', 'user.edited', unknown],
  ])('%s', (_sentence, read, ...entry) => {
    const text = readOf(...entry).join('; ');
    expect(text.replaceAll('\u00a0', ' ')).toBe(read);
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
    const value = { text: 'Nora Diaz', isCode: false, to: `/admin/users?user=${nora}` };
    const assigned = rowsOf('transaction.assigned', { from: null, to: nora }, known);
    expect(assigned).toEqual([{ term: 'Change', before: { text: 'Nobody' }, value }]);
    const [kind, about] = rowsOf('approval.requested', { kind: 'payout', subjectId: order, askedBy: nora }, known);
    expect(kind?.value.text).toBe('Payout');
    expect(about?.value).toEqual({ text: '732b9e9a…', isCode: true, to: `/admin/transactions?show=all&tx=${order}` });
  });
});

const anEntry = (id: string, action: string, actorId: string): AuditEntry => {
  return { ...blankOf(auditEntry), id, action, actorId, subjectType: 'file', subjectId: id };
};
const shapeOf = (entries: AuditEntry[], readerId?: string) =>
  foldViews(entries, readerId).map((row) => (row.kind === 'entry' ? row.id : row.views.map(({ id }) => id)));

test('views by the reader that follow one another are one row, and what was done between them stays where it was', () => {
  const mine = ['file.viewed', 'kyc.viewed', 'user.blocked', 'file.viewed'];
  const entries = mine.map((action, index) => anEntry(String(9 - index), action, 'me'));
  for (const id of ['5', '4']) entries.push(anEntry(id, 'file.viewed', 'colleague'));
  expect(shapeOf(entries, 'me')).toEqual([['9', '8'], '7', '6', '5', '4']);
  expect(shapeOf(entries, 'colleague')).toEqual(['9', '8', '7', '6', ['5', '4']]);
  // Nothing is folded for a reader who is not known yet.
  expect(shapeOf(entries)).toEqual(['9', '8', '7', '6', '5', '4']);
});

test('a folded row keeps its name when a newer view comes', () => {
  const views = ['3', '2', '1'].map((id) => anEntry(id, 'file.viewed', 'me'));
  expect(foldViews(views, 'me')).toHaveLength(1);
  expect(foldViews(views, 'me')[0]?.id).toBe(foldViews(views.slice(1), 'me')[0]?.id);
});
