import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { BoundedMap } from '#server/lib/remembered.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { minuteSeconds } from '#shared/reference/units-of-time.ts';

export type NamedSession = { userId: Id<'user'>; sessionId: Id<'session'> };
export type Tokens = ReturnType<typeof createTokens>;

const issuer = 'landfall';
const payload = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.number().int(), exp: z.number().int() });
/** Our tokens have no other header: a key id, embedded key or critical extension is not ours. */
const header = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT') });
const stepUpSeconds = 5 * minuteSeconds;
/** Tokens whose signature was checked before, some 300 bytes each; forgetting them only costs the check. */
const maxChecked = 10_000;

/**
 * Creates the functions that sign and read tokens: a token is the signed id of a session row, which holds all rights.
 * The key object is made once, because that is expensive.
 */
export function createTokens(jwtSecret: string, now: () => Date, previousSecret?: string) {
  const key = createSecretKey(Buffer.from(jwtSecret, 'utf8'));
  // Sessions outlive a change of the secret; what proves something for minutes does not.
  const previousKey = previousSecret === undefined ? undefined : createSecretKey(Buffer.from(previousSecret, 'utf8'));
  const nowSeconds = () => Math.floor(now().getTime() / 1000);
  const sign = ({ userId, sessionId }: NamedSession, audience: string, exp: number, signingKey = key) => {
    const claims = { sid: sessionId, iat: nowSeconds(), exp };
    return jwt.sign(claims, signingKey, { algorithm: 'HS256', issuer, audience, subject: userId });
  };

  /** With another password the signature is another one, so that the token ends with the password that was proven. */
  const stepUpKey = (passwordHash: string) =>
    createSecretKey(createHmac('sha256', key).update(`step-up ${passwordHash}`).digest());

  const read = (token: string, audience: string, signingKey = key): (NamedSession & { exp: number }) | undefined => {
    const claims = verify(token, audience, signingKey);
    const parseResult = payload.safeParse(claims?.payload);
    if (!parseResult.success || !header.safeParse(claims?.header).success) return undefined;
    return { userId: parseResult.data.sub, sessionId: parseResult.data.sid, exp: parseResult.data.exp };
  };
  // A good signature stays good: a browser that polls is not checked a thousand times, only its expiry is.
  const checkedTokens = new BoundedMap<string, NamedSession & { exp: number }>(maxChecked);
  const readChecked = (token: string): NamedSession | undefined => {
    const checkedToken = checkedTokens.get(token);
    if (checkedToken && checkedToken.exp > nowSeconds()) return checkedToken;
    checkedTokens.delete(token);
    const audience = 'landfall session';
    const newlyChecked = read(token, audience) ?? (previousKey && read(token, audience, previousKey));
    if (!newlyChecked) return undefined;
    checkedTokens.set(token, newlyChecked);
    return newlyChecked;
  };
  const verify = (token: string, audience: string, signingKey: KeyObject): jwt.Jwt | undefined => {
    try {
      const options = { algorithms: ['HS256' as const], issuer, audience, clockTimestamp: nowSeconds() };
      return jwt.verify(token, signingKey, { ...options, complete: true });
    } catch (error) {
      // The library throws these errors for malformed and expired tokens, and for `null`; any other error is not about
      // the token.
      const isMalformed = error instanceof SyntaxError || error instanceof TypeError;
      if (error instanceof jwt.JsonWebTokenError || isMalformed) return undefined;
      throw error;
    }
  };

  return {
    /** A bearer token that ends with its session. */
    sessionToken: (session: NamedSession, expiresAt: Date) =>
      sign(session, 'landfall session', Math.floor(expiresAt.getTime() / 1000)),
    readSessionToken: readChecked,
    /** Proves that this password was entered in this session just now; valid for five minutes, until it is changed. */
    stepUpToken: (session: NamedSession, passwordHash: string, now: Date) => {
      const exp = Math.floor(now.getTime() / 1000) + stepUpSeconds;
      return {
        stepUpToken: sign(session, 'landfall step-up', exp, stepUpKey(passwordHash)),
        expiresAt: new Date(exp * 1000),
      };
    },
    readStepUpToken: (token: string, passwordHash: string) => read(token, 'landfall step-up', stepUpKey(passwordHash)),
  };
}
