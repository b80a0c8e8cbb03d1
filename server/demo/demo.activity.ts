import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Composition } from '#server/compose.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { estimateExchange } from '#server/features/fiat-exchange/fiat-exchange.service.ts';
import { submitExchangeOrder, uploadProof } from '#server/features/fiat-exchange/fiat-exchange.submission.service.ts';
import { reviewKyc } from '#server/features/kyc/kyc.review.service.ts';
import { submitDocuments } from '#server/features/kyc/kyc.submission.service.ts';
import { failWithoutProof } from '#server/features/orders/open/orders.proof.service.ts';
import { saveAccount } from '#server/features/payout-accounts/payout-accounts.service.ts';
import { administrator } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { outcomeOf, withoutKey } from '#server/http/guards/idempotency.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { dayMinutes, hourMs, minuteMs } from '#shared/reference/units-of-time.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { documentPicture, stagePdf, stagePicture, transferPicture } from './demo.pictures.ts';
import { isVerified, type DemoProfile, demoPayee } from './demo.profiles.ts';
import { findWaitingRequest, insertHeldRate } from './demo.queries.ts';

export interface DemoCustomer {
  id: Id<'user'>;
  email: string;
  profile: DemoProfile;
  registeredMinutesAgo: number;
}

/** The actor that a request by this user would have: a customer, or a member of the team. */
export function actorOf(id: Id<'user'>, email: string, teamRole: Actor['teamRole'] = null): Actor {
  const role = teamRole === null ? 'customer' : teamRole === 'owner' ? 'admin' : 'staff';
  const ids = { userId: id, sessionId: randomUUID(), requestId: randomUUID() };
  return { ...ids, role, teamRole, email, isSettingUp: false, ...rightsOf(teamRole) };
}

/** Returns the administrator as an actor. */
export async function ownerActor({ db }: Pick<Platform, 'db'>): Promise<Actor> {
  const account = await administrator(db);
  if (!account) throw new Error('There is no administrator');
  return actorOf(account.id, account.email ?? '', 'owner');
}

/** Returns an idempotency without a key, whose answer is not stored. */
export const idempotencyOf = (deps: Platform) => withoutKey(deps, () => ({ status: 200, answer: null }));

/** Fills the admin lists through the real services: documents, accounts, exchanges, decisions, held rates. */
export async function seedActivity(
  deps: Composition,
  customers: readonly DemoCustomer[],
  folder: string,
): Promise<void> {
  const admin = await ownerActor(deps);
  await verifyRegulars(deps, customers, admin, folder);
  await submitSampleDocuments(deps, customers, folder);
  await decideDocuments(deps, customers, admin);
  await saveAccounts(deps, customers);
  await exchange(deps, customers, folder);
  await insertHeldRates(deps, admin);
}

/** Indexes of customers whose identity is not yet checked. */
const submitters = [2, 5, 8, 11, 14];
const refusedIndex = 14;
/** Minutes since each of them submitted; the refused one came first. */
const submittedMinutesAgo = [1_310, 404, 173, 48, 2_950];
/** Minutes until the refusal. */
const refusedAfterMinutes = 590;

/** Returns the product with its clock some minutes back: its actions carry that time. */
export const withClockBack = <Past extends Pick<Composition, 'now'>>(deps: Past, minutes: number): Past => ({
  ...deps,
  now: () => new Date(deps.now().getTime() - minutes * minuteMs),
});

/** Members check regular customers on the day after they registered; their documents still exist. */
async function verifyRegulars(
  deps: Composition,
  customers: readonly DemoCustomer[],
  admin: Actor,
  folder: string,
): Promise<void> {
  for (const [index, { id, email, profile, registeredMinutesAgo }] of customers.entries()) {
    if (!isVerified(index)) continue;
    await submitDocuments(withClockBack(deps, registeredMinutesAgo), actorOf(id, email), {
      claims: {
        documentType: 'passport',
        documentNumber: `P0${String(5_317_204 + index * 6151)}`,
        fullName: `${profile.firstName} ${profile.lastName}`,
        dateOfBirth: `19${String(70 + index)}-0${1 + (index % 9)}-1${index % 9}`,
        address: `${3 + index} Lighthouse Road`,
        nationality: profile.nationality,
      },
      front: await stagePicture(folder, `passport-${index}.jpg`, documentPicture(profile, 'front')),
      back: undefined,
      selfie: await stagePicture(folder, `portrait-${index}.jpg`, documentPicture(profile, 'selfie')),
      idempotency: idempotencyOf(deps),
    });
    const waitingRequest = await findWaitingRequest(deps.db, { userId: id });
    if (!waitingRequest) throw new Error('The documents were not submitted');
    const body = { status: 'approved', notes: 'Passport and name agree.' } as const;
    await reviewKyc.carryOut(withClockBack(deps, registeredMinutesAgo - dayMinutes), admin, {
      params: waitingRequest,
      body,
    });
  }
}

async function submitSampleDocuments(
  deps: Composition,
  customers: readonly DemoCustomer[],
  folder: string,
): Promise<void> {
  for (const [index, { id, email, profile }] of submitters
    .flatMap((customerIndex) => customers[customerIndex] ?? [])
    .entries()) {
    const isPdf = index === 1;
    const name = `${profile.firstName} ${profile.lastName}`;
    const front = isPdf
      ? await stagePdf(folder, 'national-id.pdf', [`SPECIMEN: ${name}`, 'SPECIMEN: the back'])
      : await stagePicture(folder, `document-${index}.jpg`, documentPicture(profile, 'front'));
    await submitDocuments(withClockBack(deps, submittedMinutesAgo[index] ?? 0), actorOf(id, email), {
      claims: {
        documentType: isPdf ? 'national_id' : index % 2 === 0 ? 'passport' : 'drivers_license',
        documentNumber: `A0${String(4_821_937 + index * 7919)}`,
        fullName: name,
        dateOfBirth: `19${String(78 + index * 3)}-0${index + 2}-1${index}`,
        address: `${17 + index}B Harbour Street`,
        nationality: profile.nationality,
      },
      front,
      back: isPdf ? undefined : await stagePicture(folder, `back-${index}.jpg`, documentPicture(profile, 'back')),
      selfie: await stagePicture(folder, `selfie-${index}.jpg`, documentPicture(profile, 'selfie')),
      idempotency: idempotencyOf(deps),
    });
  }
}

async function decideDocuments(deps: Composition, customers: readonly DemoCustomer[], admin: Actor): Promise<void> {
  const profile = customers[refusedIndex];
  const waitingRequest = profile && (await findWaitingRequest(deps.db, { userId: profile.id }));
  if (!waitingRequest) return;
  const notes = 'The name on the document cannot be read. Please take the photo in daylight, without flash.';
  const decidedMinutesAgo = (submittedMinutesAgo[submitters.indexOf(refusedIndex)] ?? 0) - refusedAfterMinutes;
  const body = { status: 'rejected', notes } as const;
  await reviewKyc.carryOut(withClockBack(deps, decidedMinutesAgo), admin, { params: waitingRequest, body });
}

async function saveAccounts(deps: Composition, customers: readonly DemoCustomer[]): Promise<void> {
  for (const [customerIndex, { id, email, profile }] of customers.slice(0, 12).entries()) {
    await saveAccount(deps, actorOf(id, email), { ...demoPayee(profile, customerIndex), currency: profile.currency });
  }
  const [firstCustomer] = customers;
  if (!firstCustomer) return;
  const wise = { method: 'wise' as const, accountName: 'Oluwaseun Adebayo-Ogunleye', bankName: 'Wise' };
  await saveAccount(deps, actorOf(firstCustomer.id, firstCustomer.email), {
    ...wise,
    accountNumber: firstCustomer.email,
    currency: 'USD',
  });
}

const submittedAnswer = z.object({ transaction: z.object({ id: z.uuid() }) });

/** Three exchanges: one with a payment to check, one that waits for its proof, one whose proof never came. */
async function exchange(deps: Composition, customers: readonly DemoCustomer[], folder: string): Promise<void> {
  const [firstCustomer] = customers;
  if (!firstCustomer) return;
  const actor = actorOf(firstCustomer.id, firstCustomer.email);
  const minutesAgo = { '250000': 0, '90000': 0, '60000': 2 * dayMinutes };
  for (const [inputAmount, minutes] of Object.entries(minutesAgo)) {
    const terms = { fromCurrency: 'NGN', toCurrency: 'USD', amount: inputAmount };
    const estimate = await estimateExchange(deps, terms);
    const outcome = await submitExchangeOrder(withClockBack(deps, minutes), actor, {
      terms: {
        fromCurrency: 'NGN',
        toCurrency: 'USD',
        inputAmount,
        exchangeRate: String(estimate.exchangeRate),
        outputAmount: String(estimate.outputAmount),
        bankDetails: {
          bankName: 'Prairie National',
          accountNumber: '0123884421',
          accountName: 'Oluwaseun Adebayo-Ogunleye',
          routingNumber: '021000021',
        },
      },
      idempotency: withoutKey(deps, (answer) => ({
        status: 200,
        answer: submittedAnswer.parse(answer).transaction.id,
      })),
    });
    if (inputAmount !== '250000') continue;
    const proof = await stagePicture(folder, 'exchange.jpg', transferPicture(9000));
    const transactionId = outcomeOf(outcome)?.answer ?? '';
    await uploadProof(deps, actor, { transactionId, proof, idempotency: idempotencyOf(deps) });
  }
  await failWithoutProof(deps);
}

async function insertHeldRates(deps: Composition, admin: Actor): Promise<void> {
  const now = deps.now().getTime();
  const heldRate = (hoursAgo: number) => ({ heldAt: new Date(now - hoursAgo * hourMs), source: 'sample' });
  const decisionTimes = (hoursAgo: number) => ({
    ...heldRate(hoursAgo),
    offeredAt: new Date(now - hoursAgo * hourMs),
    decidedAt: new Date(now - (hoursAgo - 1) * hourMs),
    decidedBy: admin.userId,
  });
  const offeredAt = new Date(now - 4 * minuteMs);
  const tron = { lastGood: '0.268', offered: '0.034' };
  const rates: Parameters<typeof insertHeldRate>[1][] = [
    { ...heldRate(1), kind: 'currency', subject: 'GHS', lastGood: '15.2', offered: '19.1', offeredAt },
    { ...decisionTimes(30), kind: 'coin', subject: 'tron', ...tron, status: 'refused' },
    { ...decisionTimes(75), kind: 'coin', subject: 'litecoin', lastGood: '88.1', offered: '109.4', status: 'accepted' },
  ];
  await deps.inTx(async (tx) => {
    for (const rate of rates) await insertHeldRate(tx, rate);
    await recordAudit(tx, admin, 'rates.refused', { type: 'coin', id: 'tron' }, tron);
  });
}
