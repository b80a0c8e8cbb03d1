import { createHmac, randomUUID } from 'node:crypto';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { admit, type GuardDeps } from '#server/http/guards/guard.ts';
import { deriveKey } from '#server/lib/keys.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { endpointsByFeature } from '#shared/api.ts';
import type { Endpoint } from '#shared/kernel/endpoint.ts';
import { teamRoles, type TeamRole } from '#shared/team/team.roles.ts';
import { aMember, aSession } from '#tests/factories/members.ts';
import { aUser } from '#tests/factories/orders.ts';
import { testJwtSecret, type TestApp } from './app.ts';
import type { TestDatabase } from './database.ts';

/** Every endpoint that a contract declares. */
export const declaredEndpoints = endpointsByFeature.flatMap(({ endpoints }): Endpoint[] => [...endpoints]);

/** An endpoint as tests name it. */
export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const customers = ['customer', 'blocked', 'expired', 'revoked', 'deleted'] as const;
export const callers = ['visitor', 'admin', ...customers, ...teamRoles, 'joining', 'left'] as const;
/** `admin` is the owner named by ADMIN_EMAIL, `joining` a member without a second factor, `left` a former member. */
export type CallerName = (typeof callers)[number];

/** The role of a caller with a full session; undefined for all others. */
export function roleOf(caller: CallerName): TeamRole | undefined {
  return caller === 'admin' ? 'owner' : teamRoles.find((role) => role === caller);
}

/** Every kind of caller; each call opens a new session, so that one test cannot end another's. */
export async function everyCaller(database: TestDatabase, { deps }: TestApp) {
  const { pool } = database;
  const admin = await pool.query<{ id: string }>(`select id from users where role = 'admin'`);
  const members: Partial<Record<CallerName, string>> = {};
  for (const role of teamRoles) members[role] = (await aMember(pool, deps, role)).id;
  members.joining = (await aMember(pool, deps, 'owner', { isSettingUp: true })).id;
  members.left = (await aMember(pool, deps, 'owner')).id;
  await pool.query(`update team_members set ends_at = now() where user_id = $1`, [members.left]);
  const ids: Partial<Record<CallerName, string>> = { ...members, admin: admin.rows[0]?.id };
  for (const name of customers) ids[name] = (await aUser(pool)).userId;
  await pool.query(`update users set status = 'blocked' where id = $1`, [ids.blocked]);
  await pool.query(`update users set status = 'deleted', email = null where id = $1`, [ids.deleted]);

  return async (name: CallerName): Promise<string | undefined> => {
    if (name === 'visitor') return undefined;
    const role = name === 'admin' ? 'admin' : name in members ? 'staff' : 'customer';
    const { token, sessionId } = await aSession(deps, { id: ids[name] ?? '', role });
    const endedSessions = {
      expired: 'expires_at = now()',
      revoked: `revoked_at = now(), revoked_reason = 'signed_out'`,
    };
    if (name === 'expired' || name === 'revoked')
      await pool.query(`update sessions set ${endedSessions[name]} where id = $1`, [sessionId]);
    return token;
  };
}

/** The guard of a mounted route: returns the refusal, or undefined if it admits the caller. */
export async function guardRefusal(
  deps: GuardDeps,
  endpoint: Endpoint,
  token: string | undefined,
  stepUp?: string,
): Promise<{ status: number; code: string } | undefined> {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), 'x-step-up': stepUp };
  const request = Object.assign(new IncomingMessage(new Socket()), { id: randomUUID(), params: {}, headers });
  try {
    await admit(deps, endpoint, request);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, code: error.code };
  }
}

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Forgeries of a valid token: other algorithms, keys, claims and spellings. */
export function forgeriesOf(token: string): string[] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const sign = (tokenHeader: object, body: object, key: string | Buffer, hash = 'sha256') => {
    const text = `${encode(tokenHeader)}.${encode(body)}`;
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`;
  };
  const plainHeader = { alg: 'HS256', typ: 'JWT' };
  return [
    `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    `${encode({ alg: 'None' })}.${payload}.${signature}`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${header}.${encode({ ...claims, role: 'admin', isAdmin: true })}.${signature}`,
    sign(plainHeader, claims, ''),
    sign(plainHeader, claims, 'secret'),
    sign(plainHeader, claims, deriveKey(testJwtSecret, 'sessions')),
    sign({ alg: 'HS512', typ: 'JWT' }, claims, testJwtSecret, 'sha512'),
    sign({ alg: 'HS384', typ: 'JWT' }, claims, testJwtSecret, 'sha384'),
    sign({ ...plainHeader, kid: '../../dev/null' }, claims, ''),
    sign(plainHeader, { ...claims, aud: 'another' }, testJwtSecret),
    sign(plainHeader, { ...claims, iss: 'another' }, testJwtSecret),
    sign(plainHeader, { ...claims, exp: undefined }, testJwtSecret),
    sign(plainHeader, { ...claims, exp: 1 }, testJwtSecret),
    sign(plainHeader, { ...claims, sid: undefined }, testJwtSecret),
    `${token}x`,
    'x'.repeat(4000),
    '..',
    'null',
  ];
}
