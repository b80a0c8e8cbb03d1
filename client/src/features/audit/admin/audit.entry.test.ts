import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadTexts } from '#client/lib/i18n/i18n.ts';
import type { DetailSource } from '#client/ui/data/declared-values.ts';
import { auditEntry } from '#shared/audit/audit.contract.ts';
import { blankOf } from '#tests/components/blank.ts';
import type { AuditEntry } from './audit.admin.queries.ts';
import { readEntry } from './audit.entry.ts';
import { foldEntries } from './audit.fold.ts';
import { detailNamespaces } from './audit.texts.ts';

const nora = '8c5fea9e-e2c0-4b1e-9a2e-b982d6473de2';
const order = '732b9e9a-5490-41e6-8bc9-8ed6be9ec960';
const now = '2026-11-22T10:00:00.000Z';

const readAuditEntry = (action: string, details: DetailSource['details'], changes: Partial<DetailSource> = {}) =>
  readEntry({ action, subjectType: null, subjectId: null, detailNames: {}, ...changes, details }, (key) =>
    i18next.exists(key) ? i18next.t(key, { defaultValue: key, skipInterpolation: true }) : undefined,
  );
/** Renders an entry for its reader: its sentence, and the details below it. */
function wordsOf(...entry: Parameters<typeof readAuditEntry>) {
  const { sentence, rows } = readAuditEntry(...entry);
  const first = sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('');
  const rowTexts = rows.map(({ term, value, before }) => `${term}: ${before ? `${before.text} → ` : ''}${value.text}`);
  return [first, ...rowTexts].join('; ').replaceAll('\u00a0', ' ');
}

beforeAll(() => loadTexts(...detailNamespaces));

describe('an audit entry is read as', () => {
  const bitcoin = { subjectType: 'wallet', subjectId: 'bitcoin' };
  const tron = { subjectType: 'coin', subjectId: 'tron' };
  const userNames = { detailNames: { [nora]: 'Nora Diaz' } };
  const rules = { payoutOverUsd: null, eraseUser: false, rateOverPercent: 5 };
  const strictRules = { payoutOverUsd: '99999999999.99', eraseUser: true, rateOverPercent: 7.5 };
  const tiers = { from: { tiers: [] }, to: { tiers: [{ overUsd: 5000, percent: 4 }] } };
  const pair = { fromCurrency: 'USD', toCurrency: 'NGN' };
  const rate = { exchangeRate: '1560.5', isActive: true };
  const raisedRate = { ...pair, before: rate, after: { ...rate, exchangeRate: '1570' } };
  const rateJump = { lastGood: '0.3', offered: '0.03', reason: 'jump' };
  const source = { whenEmpty: 'shared', gapLimit: 20, isActive: true };
  const licence = { hasBack: true, hasSelfie: false, documentType: 'drivers_license' };
  const exportDetails = { format: 'csv', from: '2026-11-01', searched: true, status: ['completed', 'failed'] };
  const lateSettlement = {
    outcome: 'late_locked',
    received: '3',
    paidFor: '3',
    coin: 'bitcoin',
    net: '90.5',
    currency: 'USD',
  };
  const refund = { amount: '0.5', coin: 'bitcoin', orderId: order, txHash: 'ab12' };
  const text = { subject: 'Hello', heading: 'Welcome', body: 'Text' };
  const request = { kind: 'payout', subjectId: order, askedBy: nora };

  test.each<[sentence: string, words: string, ...entry: Parameters<typeof readAuditEntry>]>([
    [
      'the move of a refund, with the coins',
      'Sent the refund of 0.5 BTC; Transaction: 732b9e9a…; Transaction hash: ab12',
      'refund.sent',
      refund,
    ],
    [
      'a settlement, with what arrived and what is paid',
      'Settled the 3 BTC that arrived for $90.50 USD; What arrived: late, at the locked rate; Paid for: 3 BTC',
      'settlement.made',
      lateSettlement,
    ],
    [
      'a pair rate with its currencies',
      'Added the exchange rate 1 USD = 1,560.50 NGN; Active: yes',
      'fiat_rate.created',
      { ...pair, ...rate },
    ],
    [
      'a changed rate, before and after, without what stayed',
      'Changed the exchange rate; Rate: 1 USD = 1,560.50 NGN → 1 USD = 1,570.00 NGN',
      'fiat_rate.changed',
      raisedRate,
    ],
    [
      'a minimum in its coin',
      'Changed the minimum deposit from 0.1 BTC to 0.05 BTC',
      'wallet.minimum_changed',
      { from: '0.1', to: '0.05' },
      bitcoin,
    ],
    [
      'a coin’s held rate',
      'Held back a rate that jumped: 1 TRX = 0.03 USD; Last good rate: 1 TRX = 0.3 USD; Reason: jumped at once',
      'rates.held',
      rateJump,
      tron,
    ],
    [
      'each changed rule, before and after',
      'Changed the settings; A payout above: (empty) → $99,999,999,999.99 USD; Erasing a user: no → yes; A ' +
        'rate change in a day above: 5% → 7.5%',
      'settings.changed',
      { from: rules, to: strictRules },
      { subjectId: 'fourEyes' },
    ],
    [
      'each tier',
      'Changed the settings; Fee tiers: (empty) → $5,000.00 USD, 4%',
      'settings.changed',
      tiers,
      { subjectId: 'fees' },
    ],
    [
      'a source',
      'Changed a source of deposit addresses; Active: yes; When none is free: Show the shared address; Gap limit: 20',
      'source.changed',
      source,
    ],
    [
      'documents, and yes and no, in words',
      'Submitted documents to verify their identity: Driver’s license; Back of the document: yes; Selfie: no',
      'kyc.submitted',
      licence,
    ],
    [
      'a status',
      'Started processing the transaction; Status: Pending → Processing',
      'transaction.processing',
      { from: 'pending', to: 'processing' },
    ],
    [
      'roles',
      'Changed the role of a team member from Support to Payer',
      'team.role_changed',
      { from: 'support', to: 'payer' },
    ],
    [
      'an export with its filters',
      'Exported the transactions; Format: CSV; From: 1 Nov 2026; Of a search: yes; Status: Completed, Failed',
      'transaction.exported',
      exportDetails,
    ],
    [
      'a reworded mail, field by field',
      'Reworded an email to customers (Deutsch); Subject: Hi → Hello; Heading: Welcome; Text: Text',
      'mail.text_changed',
      { language: 'de', from: { subject: 'Hi' }, to: text },
    ],
    [
      'an assignment by name',
      'Assigned the transaction to Nora Diaz',
      'transaction.assigned',
      { from: null, to: nora },
      userNames,
    ],
    [
      'one that is taken away',
      'Assigned the transaction; Change: Nora Diaz → Nobody',
      'transaction.assigned',
      { from: nora, to: null },
      userNames,
    ],
    [
      'a request of a colleague',
      'Asked for a second approval: Payout; What it is about: 732b9e9a…; Asked by: Nora Diaz',
      'approval.requested',
      request,
      userNames,
    ],
    [
      'a reason that was erased with its customer',
      'Blocked the user; Reason: (empty)',
      'user.blocked',
      { reason: null },
    ],
    [
      'a note that mentions nobody, without saying so',
      'Wrote a note; Note: n-1',
      'note.written',
      { note: 'n-1', mentions: 0 },
    ],
  ])('%s', (_sentence, words, ...entry) => {
    expect(wordsOf(...entry)).toBe(words);
  });

  test('a link to the user and to the order', () => {
    const { sentence } = readAuditEntry('transaction.assigned', { to: nora }, userNames);
    expect(sentence).toEqual(['Assigned the transaction to ', { text: 'Nora Diaz', to: `/admin/users?user=${nora}` }]);
    const [subjectRow] = readAuditEntry('approval.requested', request).rows;
    expect(subjectRow?.value).toEqual({
      text: '732b9e9a…',
      isCode: true,
      to: `/admin/transactions?show=all&tx=${order}`,
    });
  });

  test('a moment by its day and time', () => {
    expect(wordsOf('wallet.change_asked', { to: 'bc1', liveAt: now })).toMatch(/In use from: 22 Nov 2026, \d\d:\d\d/);
  });
});

describe('an entry of an earlier version is read as', () => {
  test.each<[sentence: string, words: string, ...entry: Parameters<typeof readAuditEntry>]>([
    [
      'its sentence, with an amount that names no coin below it',
      'Opened a refund; Amount: 0.5',
      'refund.due',
      { amount: '0.5' },
    ],
    ['its sentence alone', 'Approved the refund', 'refund.approved', {}],
    [
      'details by their stored names',
      'Edited the user; oldName: x; tiers: over: 5, 4',
      'user.edited',
      { oldName: 'x', tiers: [{ over: 5 }, 4] },
    ],
    [
      'a detail that once was of another kind, plainly',
      'Published the blog post; Name: n: 5; Version: first',
      'blog_post.published',
      { title: { n: 5 }, version: 'first' },
    ],
    [
      'its code, where the action is gone',
      'wallet.renamed; from: a; to: b; isOn: yes',
      'wallet.renamed',
      { from: 'a', to: 'b', isOn: true },
    ],
    [
      'a code without a word',
      'Edited the user: First name, nickname',
      'user.edited',
      { fields: ['firstName', 'nickname'] },
    ],
    [
      'settings of a section that is gone',
      'Changed the settings; a: 1 → 2',
      'settings.changed',
      { from: { a: 1 }, to: { a: 2 } },
      { subjectId: 'old' },
    ],
  ])('%s', (_sentence, words, ...entry) => {
    expect(wordsOf(...entry)).toBe(words);
  });
});

const anEntry = (id: string, action: string, actorId: string): AuditEntry => {
  return { ...blankOf(auditEntry), id, action, actorId, subjectType: 'file', subjectId: id, isOurs: true };
};
const shapeOf = (entries: AuditEntry[]) =>
  foldEntries(entries).map((row) => (row.kind === 'entry' ? row.id : row.entries.map(({ id }) => id)));

test('views by one member that follow one another are one row of the audit log', () => {
  const ownActions = ['file.viewed', 'kyc.viewed', 'user.blocked', 'file.viewed'];
  const entries = ownActions.map((action, index) => anEntry(String(9 - index), action, 'me'));
  for (const id of ['5', '4']) entries.push(anEntry(id, 'file.viewed', 'colleague'));
  expect(shapeOf(entries)).toEqual([['9', '8'], '7', '6', ['5', '4']]);
});

test('a folded row stays the same row when a newer view arrives', () => {
  const views = ['3', '2', '1'].map((id) => anEntry(id, 'file.viewed', 'me'));
  expect(foldEntries(views)).toHaveLength(1);
  expect(foldEntries(views)[0]?.id).toBe(foldEntries(views.slice(1))[0]?.id);
});

test('an auditor reads one action of a member, repeated within a minute, in one row of the log', () => {
  const at = (id: string, time: string) => ({ ...anEntry(id, 'book.rate_set', 'me'), at: `2026-11-30T${time}.000Z` });
  const repeated = [at('5', '13:19:27'), at('4', '13:19:26'), at('3', '13:19:01')];
  expect(shapeOf([...repeated, at('2', '13:18:59')])).toEqual([['5', '4', '3'], '2']);
  expect(shapeOf(repeated.slice(1))).toEqual(['4', '3']);
  const foreign = repeated.map((entry) => ({ ...entry, isOurs: entry.id !== '4' }));
  expect(shapeOf(foreign)).toEqual(['5', '4', '3']);
});
