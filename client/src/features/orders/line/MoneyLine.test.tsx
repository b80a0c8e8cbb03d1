import { cleanup, render } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { supportedLanguages } from '#client/lib/i18n/catalogues.ts';
import { loadTexts, switchLanguage } from '#client/lib/i18n/i18n.ts';
import { lineStateNames, type LineState } from '#shared/orders/line/line.states.ts';
import { lineOf } from '#shared/orders/line/line.ts';
import { maxRefundFeePercent } from '#shared/orders/orders.stages.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { answersOf } from '#tests/screens/line-states.ts';
import type { LineSource } from './line.values.ts';
import { lineWords } from './line.words.ts';
import { MoneyLine } from './MoneyLine.tsx';

const namespaces = ['orders', 'orders.line'] as const;

// The evening of a bank day: the next weekend is near, and every time is known.
const evening = new Date('2026-03-12T17:30:00Z');

/** The English texts of each state. */
const english = new Map<LineState, Record<string, string>>();

beforeAll(async () => {
  await loadTexts(...namespaces);
  vi.useFakeTimers({ toFake: ['Date'], now: evening });
  for (const state of lineStateNames) english.set(state, readLine(state));
});
afterAll(async () => {
  vi.useRealTimers();
  await switchLanguage('en');
});

/** The order of a state as the demo has it. */
function sourceOf(state: LineState): LineSource {
  const { order = null, quote: openQuote, deposit = null, isCodeMailed = false } = answersOf(state);
  const lock = openQuote && {
    isOwn: openQuote.isOwn,
    createdAt: openQuote.createdAt,
    lockedUntil: openQuote.expiresAt,
    stoppedAt: openQuote.deposit.stoppedAt,
  };
  const quote = openQuote && { ...openQuote, graceMinutes: openQuote.rules?.graceMinutes };
  return {
    order,
    deposit,
    lock: lock ?? null,
    quote: quote ?? null,
    sale: quote ? { ...quote, payoutCurrency: quote.currency } : null,
    isCodeMailed,
    isToppingUp: state === 'top_up',
    promised: settingsDefaults.limits,
    now: Date.now(),
  };
}

/** Reads each part of the line of a state; leaves out missing parts. */
function readLine(state: LineState, source = sourceOf(state)): Record<string, string> {
  const { container } = render(<MoneyLine line={lineOf(source)} source={source} heading="h2" />);
  const parts = {
    sentence: 'h2',
    chip: '.line-chip',
    detail: '.line-detail',
    clock: '.line-clock b',
    under: '.line-clock div > span',
    sum: '.text-muted.text-sm:not(.font-mono)',
    points: '[aria-current=step] b',
  };
  const lineTexts = Object.entries(parts).flatMap(([part, selector]) => {
    const text = container.querySelector(selector)?.textContent.replace(/[\u2066-\u2069]/g, '');
    return text === undefined ? [] : [[part, text]];
  });
  const all = container.textContent;
  cleanup();
  return { ...(Object.fromEntries(lineTexts) as Record<string, string>), all };
}

/** True for a broken text: a gap, a key, or a value without a formatter. */
const isBroken = (text: string) =>
  text.trim() === '' ||
  /\{\{|\}\}|undefined|NaN|Invalid|\b(sentence|detail|clock|under|sum|chip|point|note)\.\w/.test(text);

/** The parts that every state has; banks are named as closed if a weekend lies between. */
const partsOf = (state: LineState) =>
  Object.entries({ ...lineWords[state], chip: '' }).flatMap(([part, key]) => (key === 'weekend' ? [] : [part]));

test.each(supportedLanguages)(
  'a customer who reads %s finds every state of an order completely translated',
  async (language) => {
    await switchLanguage(language, namespaces);
    const faults = lineStateNames.flatMap((state) => {
      const { all = '', ...line } = readLine(state);
      const englishTexts = english.get(state) ?? {};
      const missingParts = partsOf(state).filter((part) => line[part] === undefined);
      const untranslatedParts = Object.keys(line).filter(
        (part) => language !== 'en' && line[part] === englishTexts[part],
      );
      const brokenTexts = Object.values({ ...line, all }).filter(isBroken);
      return [
        ...missingParts.map((part) => `${state} has no ${part}`),
        ...untranslatedParts.map((part) => `${state} is English: ${line[part]}`),
        ...brokenTexts.map((text) => `${state} is broken: ${text}`),
      ];
    });
    expect(faults).toEqual([]);
  },
);

test('a customer who bears the fee of a refund reads its maximum', async () => {
  await switchLanguage('en', namespaces);
  const { deposit, ...source } = sourceOf('refund_due');
  if (!deposit?.refund) throw new Error('this state has no refund');
  const refund = { ...deposit.refund, feeBy: 'customer' as const };
  const { detail } = readLine('refund_due', { ...source, deposit: { ...deposit, refund } });
  expect(detail).toContain(`at most ${maxRefundFeePercent}%`);
});
