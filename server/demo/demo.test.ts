import { expect, test } from 'vitest';
import { reencodeImage } from '#server/features/files/files.images.ts';
import { decimal } from '#shared/kernel/money.ts';
import { settingsDefaults } from '#shared/settings/settings.defaults.ts';
import { anOrder, aUser } from '#tests/factories/orders.ts';
import { similarPairs } from '#tests/factories/screenshots.ts';
import { openFolder } from '#tests/setup/folder.ts';
import { openTestbed } from '#tests/setup/testbed.ts';
import { seedHandling } from './demo.handling.ts';
import { seedImport } from './demo.imports.ts';
import { documentPicture, stagePicture, transferPicture } from './demo.pictures.ts';
import { planDemo } from './demo.plan.ts';
import { demoProfiles, isVerified } from './demo.profiles.ts';
import { seedTeam } from './demo.team.ts';

const { app, database, rows } = openTestbed();
const folder = openFolder();
const now = new Date('2026-03-12T14:00:00Z');
const orders = planDemo(now);
const dayMs = 86_400_000;

test('the demonstration shows ninety days of orders that add up', () => {
  expect(orders.length).toBeGreaterThan(150);
  expect(now.getTime() - (orders[0]?.createdAt.getTime() ?? Infinity)).toBeGreaterThan(88 * dayMs);
  for (const { orderAmounts } of orders) {
    const { grossAmount, feeAmount, payoutAmount } = orderAmounts;
    expect(decimal(grossAmount).minus(decimal(feeAmount))).toEqual(decimal(payoutAmount));
    expect(decimal(payoutAmount).gt(decimal('0'))).toBe(true);
  }
});

test('the demonstration leaves the administrator open work', () => {
  const statuses = new Set(orders.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(['completed', 'failed', 'pending', 'processing', 'rejected']);
  expect(orders.filter(({ createdAt, decidedAt }) => createdAt > now || (decidedAt && decidedAt > now))).toEqual([]);
});

test('no customer of the demonstration sells beyond the limit without a checked identity', () => {
  const { kycUsd, kycDays } = settingsDefaults.limits;
  for (const { profile, createdAt } of orders.filter((order) => !isVerified(order.profile))) {
    const since = createdAt.getTime() - kycDays * dayMs;
    const ownOrders = orders.filter((order) => order.profile === profile);
    const window = ownOrders.filter((order) => order.createdAt <= createdAt && order.createdAt.getTime() >= since);
    const sum = window.reduce((total, { orderAmounts }) => total.plus(decimal(orderAmounts.valueUsd)), decimal('0'));
    expect(sum.lte(decimal(String(kycUsd)))).toBe(true);
  }
});

test('the demonstration has the same data on every machine', () => {
  expect(planDemo(now)).toEqual(orders);
});

test('an operator who tries the demonstration finds assigned orders with tags and notes', async () => {
  const { deps } = app;
  await deps.inTx((tx) => seedTeam(tx, 'no password', deps.now()));
  const customer = await aUser(database.pool);
  const ids = [await anOrder(deps, customer), await anOrder(deps, customer)];
  await seedHandling(deps);
  const handled = await rows(
    `select o.id, o.tags, w.first_name as name, (select count(*)::int from notes n where n.order_id = o.id) as notes
     from orders o join users w on w.id = o.assignee_id order by o.created_at`,
  );
  expect(handled).toEqual([
    { id: ids[0], tags: ['call-back'], name: 'Nora', notes: 1 },
    { id: ids[1], tags: ['large'], name: 'Tomas', notes: 0 },
  ]);
});

test('an operator who tries the demonstration finds an import with problems', async () => {
  await seedImport(app.deps, folder);
  expect(await rows('select rows, ready, same, skipped, created from imports')).toEqual([
    { rows: 6, ready: 3, same: 0, skipped: 3, created: 3 },
  ]);
  expect(await rows(`select first_name from users where origin = 'brought' and email is null`)).toEqual([
    { first_name: 'Chidi' },
  ]);
});

const stage = async (name: string, svg: string) => (await stagePicture(folder, `${name}.jpg`, svg)).path;

test('an administrator of the demonstration gets no warning of a similar proof', async () => {
  const paths: string[] = [];
  for (let at = 0; at < 90; at += 1) paths.push(await stage(`proof-${at}`, transferPicture(at)));
  expect(await similarPairs(database, paths)).toEqual([]);
}, 120_000);

const setBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length;

const sides = ['front', 'back', 'selfie'] as const;
test.each(sides)('the demonstration has no warning of a shared document (%s)', async (side) => {
  const pictures = demoProfiles.map((profile) => documentPicture(profile, side));
  expect(new Set(pictures).size).toBe(pictures.length);
  const hashes: bigint[] = [];
  for (const [index, svg] of pictures.entries()) {
    const source = await stage(`${side}-${index}`, svg);
    const job = { source, type: 'image/jpeg', target: `${source}.stored`, owner: 'demo', compared: 'whole' } as const;
    hashes.push(...[(await reencodeImage(job)).pictureHash].filter((hash) => hash !== null));
  }
  // Pictures that differ in no more than two bits are taken for the same one saved again.
  const distances = hashes.flatMap((hash, index) =>
    hashes.slice(index + 1).map((otherHash) => setBits(BigInt.asUintN(64, hash ^ otherHash))),
  );
  expect(distances.filter((distance) => distance <= 2)).toEqual([]);
});
