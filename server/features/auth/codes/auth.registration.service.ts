import type { Tx } from '#server/db/connection.ts';
import { limitLockWait } from '#server/db/locks.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import {
  changeUser,
  createUser,
  isJoinable,
  joinedValues,
  lockUser,
  normalizeMobile,
  userByEmail,
  type UserRow,
} from '#server/features/users/users.service.ts';
import { Invalid, TooMany, wrongField } from '#server/lib/refusal.ts';
import { codeMinutes } from '#shared/auth/auth.codes.ts';
import type { Registration } from '#shared/auth/auth.contract.ts';
import { email as emailSchema } from '#shared/kernel/fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { findCountry } from '#shared/reference/countries.ts';
import { languages } from '#shared/reference/languages.ts';
import type { AuthDeps } from '../auth.ports.ts';
import { presentIssued, type RegisteredUser } from '../auth.present.ts';
import type { RegistrationProfile } from '../auth.tables.ts';
import type { Caller } from '../sessions/auth.keys.ts';
import { openSession, signedInAccount, type SignedInAccount } from '../sessions/auth.sessions.ts';
import * as queries from './auth.codes.queries.ts';
import { issueCode, mailDigits, unmatchableSecret, verifyCode, type IssuedCode } from './auth.codes.ts';
import { mailResetLink } from './auth.reset.service.ts';

/** The owner of a code: the id answered by the registration, the address, or both. */
export type CodeOwner = { userId?: Id<'user'> | undefined; email?: string | undefined };

const invalidCode = () => new Invalid('invalid_code', 'one_time_code_wrong');

/**
 * Stores a registration and mails a code. An address in use gets the same answer after the same work: its attempt has
 * no personal data but the hash of its password, and the mail notifies the owner.
 */
export async function register(deps: AuthDeps, input: Registration, caller: Caller): Promise<RegisteredUser> {
  const profile = profileOf(input);
  const { email, firstName, lastName } = profile;
  const passwordHash = await deps.auth.passwords.hash(input.password);
  const subject = deps.auth.keys.subjectOf(email);
  const origin = deps.auth.keys.originOf(caller);

  return deps.inTx(async (tx) => {
    const owner = await userByEmail(tx, email);
    const isTaken = (owner !== undefined && !isJoinable(owner)) || email === reservedAddress(deps);
    const id = await queries.insertRegistration(tx, {
      subject,
      origin,
      passwordHash,
      profile: isTaken ? null : profile,
    });
    const code = isTaken ? await warnOwner(tx, subject, owner) : await mailCode(tx, deps, subject, profile);
    return { id, email, firstName, lastName, code };
  });
}

/** The administrator's address is reserved, even before the account exists. */
const reservedAddress = ({ env }: AuthDeps): string | undefined => emailSchema().safeParse(env.admin.email).data;

function profileOf(input: Registration): RegistrationProfile {
  const country = findCountry(input.country);
  if (!country) throw wrongField('country', 'country_required');
  return {
    email: input.email,
    firstName: input.firstName,
    middleName: input.middleName || null,
    lastName: input.lastName,
    country: country.name,
    countryCode: country.dialCode,
    mobileNumber: normalizeMobile(input.mobileNumber, country),
    language: languages.find(({ code }) => code === input.language)?.code ?? 'en',
  };
}

async function mailCode(
  tx: Tx,
  deps: AuthDeps,
  subject: Buffer,
  { email, language }: Pick<RegistrationProfile, 'email' | 'language'>,
): Promise<IssuedCode> {
  return mailDigits(tx, deps, { subject, purpose: 'verify_email' }, { userId: null, email, language });
}

async function warnOwner(tx: Tx, subject: Buffer, owner: UserRow | undefined): Promise<IssuedCode> {
  const issuedCode = await issueCode(tx, { subject, purpose: 'verify_email' }, unmatchableSecret(codeMinutes));
  if (issuedCode.fresh && owner?.email) {
    await sendMail(tx, {
      template: 'already_registered',
      to: { userId: owner.id, email: owner.email, language: owner.language },
      data: { firstName: owner.firstName },
    });
  }
  return issuedCode;
}

/**
 * Mails a fresh code, which ends the earlier one, or nothing with the same answer. Refuses with too_many_requests when
 * too early.
 */
export async function resendCode(deps: AuthDeps, codeOwner: CodeOwner): Promise<IssuedCode> {
  const subject = await subjectOf(deps, codeOwner);
  const issuedCode = await deps.inTx((tx) => codeForPending(tx, deps, subject));
  if (!issuedCode.fresh) {
    const waitSeconds = Math.ceil((issuedCode.resendAt.getTime() - issuedCode.now.getTime()) / 1000);
    throw new TooMany(waitSeconds, 'code_too_early', presentIssued(issuedCode));
  }
  return issuedCode;
}

/** Mails a code to the newest registration of this address; without one, issues a code that nothing matches. */
export async function codeForPending(tx: Tx, deps: AuthDeps, subject: Buffer): Promise<IssuedCode> {
  const [newestRegistration] = await queries.selectPendingRegistrations(tx, subject);
  if (newestRegistration) return mailCode(tx, deps, subject, newestRegistration.profile);
  return issueCode(tx, { subject, purpose: 'verify_email' }, unmatchableSecret(codeMinutes));
}

/** Returns the subject of an attempt by its id, or else by its address. */
async function subjectOf({ db, auth: { keys } }: AuthDeps, { userId, email }: CodeOwner): Promise<Buffer> {
  const namedSubject = userId ? await queries.selectSubject(db, { id: userId }) : undefined;
  const byAddress = email ? keys.subjectOf(email) : undefined;
  return byAddress ?? namedSubject?.subject ?? keys.subjectOfUnknown(userId ?? '');
}

/** Confirms the address and signs in. Refuses with invalid_code for every code that does not fit, for any reason. */
export async function confirmAddress(
  deps: AuthDeps,
  input: CodeOwner & { otp: string },
  caller: Caller,
): Promise<SignedInAccount> {
  const subject = await subjectOf(deps, input);
  const code = await verifyCode(deps, { subject, purpose: 'verify_email' }, input.otp);
  if (!code) throw invalidCode();
  const openedSession = await deps.inTx(async (tx) => {
    if (!(await queries.spendCode(tx, { id: code.id }))) return undefined;
    const chosenRegistration = await choosePendingRegistration(
      tx,
      subject,
      input.userId,
      deps.auth.keys.originOf(caller),
    );
    const user = chosenRegistration && (await openAccount(tx, deps, chosenRegistration));
    if (!user) return undefined;
    await queries.dropRegistrations(tx, { subject });
    // No submitted password can be trusted, so the owner of the address sets one.
    if (!user.passwordHash) await mailResetLink(tx, deps, user);
    return openSession(tx, deps, user, { ...caller, by: 'mail' });
  });
  const signedInUser = openedSession && (await signedInAccount(deps, openedSession));
  if (!signedInUser) throw invalidCode();
  return signedInUser;
}

type ChosenRegistration = queries.PendingRegistration & { isPasswordTrusted: boolean };

/**
 * Chooses the attempt whose password the user gets, although anyone can register that address. The id names it; a bare
 * address means the newest of the same origin. If only others have tried, the account starts without a password.
 */
async function choosePendingRegistration(
  tx: Tx,
  subject: Buffer,
  id: Id<'user'> | undefined,
  origin: Buffer,
): Promise<ChosenRegistration | undefined> {
  // Each is looked up by itself: others' attempts, however many, must not push the user's own out of the result.
  const [namedPendingRegistration] = id ? await queries.selectPendingRegistrations(tx, subject, { id }) : [];
  const [ownPendingRegistration] = namedPendingRegistration
    ? [namedPendingRegistration]
    : await queries.selectPendingRegistrations(tx, subject, { origin });
  if (ownPendingRegistration) return { ...ownPendingRegistration, isPasswordTrusted: true };
  const [newestRegistration, rival] = await queries.selectPendingRegistrations(tx, subject);
  return newestRegistration && { ...newestRegistration, isPasswordTrusted: rival === undefined };
}

/** A caller who waits longer for an address is asked to try again. */
const maxWaitMs = 2_000;

/** Creates the account, or gives a customer whom the team entered their account; undefined if the address is taken. */
async function openAccount(tx: Tx, deps: AuthDeps, attempt: ChosenRegistration): Promise<UserRow | undefined> {
  const { id, profile, passwordHash, isPasswordTrusted } = attempt;
  const provenFields = { passwordHash: isPasswordTrusted ? passwordHash : null, emailVerifiedAt: deps.now() };
  // An import that makes this account at the same moment must not delay the caller.
  await limitLockWait(tx, maxWaitMs);
  const createdUser = await createUser(tx, { id, ...profile, ...provenFields });
  if (createdUser) return createdUser;
  const existingUser = await userByEmail(tx, profile.email);
  const broughtUser = existingUser && (await lockUser(tx, existingUser.id));
  if (!broughtUser || broughtUser.email !== profile.email || !isJoinable(broughtUser)) return undefined;
  await changeUser(tx, broughtUser.id, { ...profile, ...provenFields, ...joinedValues(broughtUser, profile) });
  return lockUser(tx, broughtUser.id);
}
