import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bcrypt from 'bcrypt';
import type { Composition } from '#server/compose.ts';
import type { Tx } from '#server/db/connection.ts';
import { insertFile, storeStaged, type StoredFile } from '#server/features/files/files.service.ts';
import { issueReference } from '#server/features/orders/open/orders.opening.service.ts';
import { depositAddressOf } from '#server/features/wallets/wallets.service.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { dayMinutes, dayMs } from '#shared/reference/units-of-time.ts';
import { seedActivity } from './demo.activity.ts';
import { seedBooks } from './demo.books.ts';
import { seedChats } from './demo.chats.ts';
import { seedDeposits } from './demo.deposits.ts';
import { seedHandling } from './demo.handling.ts';
import { seedImport } from './demo.imports.ts';
import { seedSubscribers } from './demo.newsletter.queries.ts';
import { seedOffers } from './demo.offers.ts';
import { seedPayouts } from './demo.payouts.ts';
import { stagePicture, transferPicture } from './demo.pictures.ts';
import { planDemo, type DemoOrder } from './demo.plan.ts';
import { blockedCustomer, demoEmail, demoPayee, demoProfiles, type DemoProfile } from './demo.profiles.ts';
import { hasCustomers, insertOrder, insertUser } from './demo.queries.ts';
import { seedRails } from './demo.rails.ts';
import { seedTeam } from './demo.team.ts';
import { seedVoices } from './demo.voices.ts';

const registeredDaysAgo = 100;

/** Fills an empty product with ninety days of made-up orders and returns their number; 0 when users exist. */
export async function seedDemo(deps: Composition, password: string): Promise<number> {
  if (await hasCustomers(deps.db)) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-demo-'));
  try {
    const passwordHash = await bcrypt.hash(password, 10);
    const userIds = await deps.inTx(async (tx) => {
      const ids: Id<'user'>[] = [];
      for (const [index, profile] of demoProfiles.entries()) {
        const createdAt = new Date(deps.now().getTime() - (registeredDaysAgo - index) * dayMs);
        ids.push(await register(tx, profile, index, { passwordHash, createdAt }));
      }
      return ids;
    });
    await deps.inTx((tx) => seedTeam(tx, passwordHash, deps.now()));
    const orders = planDemo(deps.now());
    for (const [index, order] of orders.entries())
      await writeOrder(deps, order, userIds[order.profile] ?? '', folder, index);
    const customers = demoProfiles.map((profile, index) => ({
      id: userIds[index] ?? '',
      email: demoEmail(profile),
      profile,
      registeredMinutesAgo: (registeredDaysAgo - index) * dayMinutes,
    }));
    await seedActivity(deps, customers, folder);
    await seedHandling(deps);
    await seedImport(deps, folder);
    await seedPayouts(deps, folder);
    await seedRails(deps);
    await seedDeposits(deps, customers);
    await seedOffers(deps, customers);
    await seedBooks(deps);
    await deps.inTx((tx) => seedChats(tx, customers));
    await deps.inTx((tx) => seedSubscribers(tx));
    await deps.inTx((tx) => seedVoices(tx));
    await deps.settings.refresh();
    return orders.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function register(
  tx: Tx,
  profile: DemoProfile,
  index: number,
  { passwordHash, createdAt }: { passwordHash: string; createdAt: Date },
): Promise<Id<'user'>> {
  return insertUser(tx, {
    email: demoEmail(profile),
    emailVerifiedAt: createdAt,
    passwordHash,
    firstName: profile.firstName,
    lastName: profile.lastName,
    country: profile.country,
    countryCode: profile.dialCode,
    mobileNumber: `${profile.dialCode}80${String(25_550_100 + index)}`,
    ...(index === blockedCustomer && { status: 'blocked', blockedReason: 'Sent the same photo for two orders.' }),
    createdAt,
  });
}

async function writeOrder(
  deps: Composition,
  order: DemoOrder,
  userId: Id<'user'>,
  folder: string,
  index: number,
): Promise<void> {
  const { coin, createdAt, processingAt, decidedAt, status, note } = order;
  const deposit = await depositAddressOf(deps, coin.id);
  const transfer = { originalName: `transfer-${index}.jpg`, index, purpose: 'payment_proof', ownerId: userId } as const;
  const payout = { originalName: `payout-${index}.jpg`, index, purpose: 'payout_screenshot', ownerId: null } as const;
  const proof = await photo(deps, folder, transfer);
  const receipt = status === 'completed' ? await photo(deps, folder, payout) : undefined;
  const profile = demoProfiles[order.profile];
  await deps.inTx(async (tx) => {
    const id = await insertOrder(
      tx,
      {
        id: randomUUID(),
        reference: await issueReference(tx),
        type: 'sell',
        status,
        version: 1 + Number(processingAt !== undefined) + Number(decidedAt !== undefined),
        userId,
        cryptoId: coin.id,
        cryptoName: coin.name,
        cryptoSymbol: coin.symbol,
        cryptoColor: coin.color,
        amount: order.amount,
        ...order.orderAmounts,
        rateAt: createdAt,
        rateSource: 'sample',
        payoutCurrency: order.currency,
        paymentDetails: profile ? demoPayee(profile, order.profile) : null,
        depositAddress: deposit.address,
        depositMemo: deposit.memo,
        depositNetwork: deposit.network,
        proofAt: createdAt,
        adminNotes: note ?? null,
        adminTransactionId:
          status === 'completed' ? `PAY/${createdAt.getUTCFullYear()}/${String(88_410_000 + index)}` : null,
        createdAt,
        updatedAt: decidedAt ?? processingAt ?? createdAt,
        decidedAt: decidedAt ?? null,
      },
      proof,
      eventsOf(order),
    );
    await insertFile(tx, proof, { orderId: id });
    if (receipt) await insertFile(tx, receipt, { orderId: id });
  });
}

function eventsOf({ createdAt, processingAt, decidedAt, status, note }: DemoOrder) {
  const byTeam = { fromStatus: 'processing', actorKind: 'admin' } as const;
  const startEvent = { at: createdAt, fromStatus: null, toStatus: 'pending', actorKind: 'customer' } as const;
  const takeEvent =
    processingAt && ({ ...byTeam, at: processingAt, fromStatus: 'pending', toStatus: 'processing' } as const);
  const endEvent = decidedAt && { ...byTeam, at: decidedAt, toStatus: status, note };
  return [startEvent, ...(takeEvent ? [takeEvent] : []), ...(endEvent ? [endEvent] : [])];
}

type Photo = {
  originalName: string;
  index: number;
  purpose: 'payment_proof' | 'payout_screenshot';
  ownerId: Id<'user'> | null;
};

/** Stores a generated photo. */
async function photo(deps: Composition, folder: string, { originalName, index, ...owner }: Photo): Promise<StoredFile> {
  return storeStaged(deps, await stagePicture(folder, originalName, transferPicture(index)), owner);
}
