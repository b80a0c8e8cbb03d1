import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { rootDir } from '#server/env/paths.ts';
import { lineStateNames } from '#shared/orders/line/line.states.ts';
import { lineOf } from '#shared/orders/line/line.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { answersOf } from '#tests/screens/line-states.ts';
import { isPictured, picturesOf } from '#tests/screens/picture-list.ts';
import { screensOf } from '#tests/screens/screens.ts';

const emptyPictures = { short: '', question: '', 'refund-due': '', 'refund-sent': '' };
const team = { matching: '', returned: '' };
const screens = screensOf({ article: '', order: '', receipt: '', own: emptyPictures, offer: '', team }).filter(
  isPictured,
);
/** The pictures that `npm run pictures` takes. */
const takenNames = screens.flatMap(picturesOf).map(({ name }) => name);
const docs = join(rootDir, 'docs');
const filesIn = (folder: string) => readdirSync(join(docs, folder)).map((file) => file.replace(/\.webp$/, ''));
const shownPictures = [
  ...readFileSync(join(docs, 'SCREENS.md'), 'utf8').matchAll(/src="pictures\/([^"]+)\.webp"/g),
].map(([, name]) => String(name));

test('a reader of SCREENS.md sees every pictured screen once, and no other', () => {
  expect(shownPictures.toSorted()).toEqual(takenNames.toSorted());
});

test('a reader of SCREENS.md finds every picture, and each picture is of a screen', () => {
  expect(filesIn('pictures').toSorted()).toEqual(takenNames.toSorted());
});

afterEach(() => vi.useRealTimers());

test.each(lineStateNames)('a reader of SCREENS.md sees the times of state %s one after the other', (state) => {
  // Each time is a number of minutes from now, and each reads the clock once.
  vi.useFakeTimers({ toFake: ['Date'] });
  const { order, deposit = null, quote } = answersOf(state);
  const openedAt = order?.createdAt ?? quote?.createdAt;
  const sightingTimes = deposit?.transfers.map(({ seenAt }) => seenAt) ?? [];
  const decisionTimes = order?.events.slice(1).map((event) => event.at) ?? [];
  const { refund } = deposit ?? {};
  const refundTimes = [refund?.approvedAt, refund?.sentAt, refund?.confirmedAt];
  const payoutTimes = order?.payout?.state === 'sent' ? [] : [order?.payout?.at];
  const times = [
    openedAt,
    ...sightingTimes,
    order?.settlement?.acceptedAt,
    ...decisionTimes,
    ...payoutTimes,
    ...refundTimes,
  ].flatMap((at) => (at ? [Date.parse(at)] : []));
  expect(times).toEqual(times.toSorted((time, otherTime) => time - otherTime));
});

test.each(lineStateNames)('a reader of SCREENS.md sees an order in state %s with the matching picture', (state) => {
  const { order = null, quote, deposit = null, isCodeMailed = false } = answersOf(state);
  const lock = quote && {
    isOwn: quote.isOwn,
    createdAt: quote.createdAt,
    lockedUntil: quote.expiresAt,
    stoppedAt: quote.deposit.stoppedAt,
  };
  const isToppingUp = state === 'top_up';
  const promisedLimits = settingsDefaults.limits;
  const seenLine = lineOf({
    order,
    deposit,
    lock: lock ?? null,
    isCodeMailed,
    isToppingUp,
    promised: promisedLimits,
    now: Date.now(),
  });
  expect(seenLine.state).toBe(state);
});
