import { expect, test } from 'vitest';
import { aMember, aSession, steppedUp } from '#tests/factories/members.ts';
import { declaredEndpoints, guardRefusal, nameOf } from '#tests/setup/callers.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';
import { describeApi } from './docs/openapi.ts';

const { app, database, rows } = openTestbed();
const asking = declaredEndpoints.filter(({ stepUp }) => stepUp === true || stepUp === 'recent');
const recent = asking.filter(({ stepUp }) => stepUp === 'recent').map(nameOf);
const all = asking.map(nameOf).toSorted();

/** An owner of the team, whose sessions are opened by the password unless another way is named. */
const owner = fixture(() => aMember(database.pool, app.deps, 'owner'));
const opened = (by: 'password' | 'mail' = 'password') => aSession(app.deps, { id: owner.id, role: 'staff' }, by);

/** Lets minutes pass since the password was entered in a session that is in use. */
const minutesAfter = (minutes: number, sessionId: string) =>
  rows(`update sessions set sure_at = now() - make_interval(mins => $1) where id = $2`, [minutes, sessionId]);

/** The endpoints that ask for the password and refuse this session for it. */
async function refusing(token: string, stepUp?: string): Promise<string[]> {
  const answers: string[] = [];
  for (const endpoint of asking) {
    const refusal = await guardRefusal(app.deps, endpoint, token, stepUp);
    if (refusal) answers.push(refusal.code === 'step_up_required' ? nameOf(endpoint) : refusal.code);
  }
  return answers.toSorted();
}

test('a member who just signed in by password passes every endpoint that asks for it', async () => {
  const { token } = await opened();
  expect(await refusing(token)).toEqual([]);
});

test('a session without the password is refused by each of them until it is given', async () => {
  const { token } = await opened('mail');
  expect(await refusing(token)).toEqual(all);
  expect(await refusing(token, token)).toEqual(all);
  expect(await refusing(token, (await steppedUp(app.deps, token))['X-Step-Up'])).toEqual([]);
});

test('an action that destroys or pays needs the password again after five minutes', async () => {
  const { token, sessionId } = await opened();
  await minutesAfter(6, sessionId);
  expect(await refusing(token)).toEqual(recent.toSorted());
  expect(recent).toEqual(
    expect.arrayContaining([
      'DELETE /api/admin/users/:id',
      'POST /api/admin/payout-batches/:id/release',
      'PUT /api/admin/wallets/:cryptoId',
      'POST /api/admin/deposit-sources',
      'PUT /api/admin/deposit-sources/:id',
      'POST /api/admin/deposit-sources/:id/addresses',
      'POST /api/admin/payout-profiles',
      'PUT /api/admin/payout-profiles/:id',
      'POST /api/admin/desk-accounts',
      'PUT /api/admin/desk-accounts/:id',
      'POST /api/admin/team',
      'PUT /api/admin/team/:id',
      'DELETE /api/admin/team/:id',
      'POST /api/admin/unmatched/:id/keep',
      'POST /api/admin/books/periods/:month/close',
    ]),
  );
});

test('a thief with the token of an hour-old session cannot do any of them', async () => {
  const { token, sessionId } = await opened();
  await rows(`update sessions set sure_at = now() - interval '60 minutes', sure_until = now() where id = $1`, [
    sessionId,
  ]);
  expect(await refusing(token)).toEqual(all);
});

test('the documentation marks every endpoint that needs the password by the scheme stepUp', () => {
  const { paths } = describeApi('http://localhost') as {
    paths: Record<string, Record<string, { security: object[]; 'x-step-up'?: unknown }>>;
  };
  for (const { method, path, access, stepUp } of declaredEndpoints) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const sure = { session: [], stepUp: [] };
    const plain = access === 'public' ? {} : { session: [] };
    const expected = stepUp === 'sometimes' ? [sure, plain] : [stepUp ? sure : plain];
    expect([path, operation?.security, operation?.['x-step-up']]).toEqual([path, expected, stepUp]);
  }
});
