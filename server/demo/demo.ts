import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bcrypt from 'bcrypt';
import type { Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { insertFile, storeStaged, type StoredFile } from '#server/features/files/files.service.ts';
import { issueReference } from '#server/features/transactions/references.service.ts';
import { depositAddressOf } from '#server/features/wallets/wallets.service.ts';
import { fillDesk } from './demo.desk.ts';
import { demoPeople, type DemoPerson } from './demo.people.ts';
import { stagePicture, transferPicture } from './demo.pictures.ts';
import { planDemo, type DemoOrder } from './demo.plan.ts';
import { hasCustomers, insertApproval, insertOrder, insertPerson } from './demo.queries.ts';
import { fillTalk } from './demo.talk.ts';

const dayMs = 24 * 60 * 60 * 1000;
const registeredDaysAgo = 100;
/** Place in the list of people of the one the desk has blocked. */
const blockedPerson = 16;

/** Where the demonstration's person with this place in the list signs in. */
export function demoEmail({ firstName, lastName }: DemoPerson): string {
  const plain = `${firstName}.${lastName}`.toLowerCase().replace(/[^a-z.]+/g, '');
  return `${plain}@demo.landfall.test`;
}

/**
 * Fills an empty product with ninety days of made-up customers and orders, photos included. Answers how many orders
 * were written; 0 when people are on record already, whom it leaves alone.
 */
export async function fillDemo(deps: Deps, password: string): Promise<number> {
  if (await hasCustomers(deps.db)) return 0;
  const folder = await mkdtemp(join(tmpdir(), 'landfall-demo-'));
  try {
    const passwordHash = await bcrypt.hash(password, 10);
    const people = await deps.inTx(async (tx) => {
      const ids: string[] = [];
      for (const [index, person] of demoPeople.entries()) {
        const createdAt = new Date(deps.now().getTime() - (registeredDaysAgo - index) * dayMs);
        ids.push(await register(tx, person, index, { passwordHash, createdAt }));
      }
      return ids;
    });
    const orders = planDemo(deps.now());
    for (const [index, order] of orders.entries())
      await writeOrder(deps, order, people[order.person] ?? '', folder, index);
    const customers = demoPeople.map((person, index) => ({
      id: people[index] ?? '',
      email: demoEmail(person),
      person,
    }));
    await fillDesk(deps, customers, folder);
    await deps.inTx((tx) => fillTalk(tx, customers));
    return orders.length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function register(
  tx: Tx,
  person: DemoPerson,
  index: number,
  { passwordHash, createdAt }: { passwordHash: string; createdAt: Date },
): Promise<string> {
  // The last one has only just come: no order, no document.
  const verified = index % 3 !== 2 && index !== demoPeople.length - 1;
  const userId = await insertPerson(tx, {
    email: demoEmail(person),
    emailVerifiedAt: createdAt,
    passwordHash,
    firstName: person.firstName,
    lastName: person.lastName,
    country: person.country,
    countryCode: person.dialCode,
    mobileNumber: `${person.dialCode}80${String(25_550_100 + index)}`,
    kycStatus: verified ? 'approved' : 'none',
    ...(index === blockedPerson && { status: 'blocked', blockedReason: 'Sent the same photo for two orders.' }),
    createdAt,
  });
  if (verified) {
    await insertApproval(tx, {
      userId,
      status: 'approved',
      documentType: 'passport',
      fullName: `${person.firstName} ${person.lastName}`,
      submittedAt: createdAt,
      reviewedAt: new Date(createdAt.getTime() + dayMs),
      reviewNotes: 'Passport and name agree.',
    });
  }
  return userId;
}

async function writeOrder(deps: Deps, order: DemoOrder, userId: string, folder: string, index: number): Promise<void> {
  const { coin, createdAt, processingAt, decidedAt, status, note } = order;
  const deposit = await depositAddressOf(deps, coin.id);
  const proof = await photo(deps, folder, `transfer-${index}.jpg`, 'payment_proof', userId, index);
  const receipt =
    status === 'completed'
      ? await photo(deps, folder, `payout-${index}.jpg`, 'payout_screenshot', null, index)
      : undefined;
  const person = demoPeople[order.person];
  await deps.inTx(async (tx) => {
    const id = await insertOrder(
      tx,
      {
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
        ...order.figures,
        rateAt: createdAt,
        rateSource: 'sample',
        payoutCurrency: order.currency,
        paymentDetails: {
          method: 'bank',
          accountName: `${person?.firstName} ${person?.lastName}`,
          accountNumber: `01${String(23_884_421 + order.person)}`,
          bankName: person?.bank ?? '',
        },
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
      eventsOf(order),
    );
    await insertFile(tx, proof, { transactionId: id });
    if (receipt) await insertFile(tx, receipt, { transactionId: id });
  });
}

function eventsOf({ createdAt, processingAt, decidedAt, status, note }: DemoOrder) {
  const started = { at: createdAt, fromStatus: null, toStatus: 'pending', actorKind: 'customer' as const };
  const taken = processingAt && {
    at: processingAt,
    fromStatus: 'pending',
    toStatus: 'processing',
    actorKind: 'desk' as const,
  };
  const ended = decidedAt && {
    at: decidedAt,
    fromStatus: 'processing',
    toStatus: status,
    actorKind: 'desk' as const,
    note,
  };
  return [started, ...(taken ? [taken] : []), ...(ended ? [ended] : [])];
}

/** Stores a drawn stand-in for a photo. */
async function photo(
  deps: Deps,
  folder: string,
  originalName: string,
  purpose: 'payment_proof' | 'payout_screenshot',
  ownerId: string | null,
  index: number,
): Promise<StoredFile> {
  const staged = await stagePicture(folder, originalName, transferPicture(index));
  return storeStaged(deps, staged, { purpose, ownerId });
}
