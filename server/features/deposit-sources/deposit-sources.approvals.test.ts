import { describe, expect, test } from 'vitest';
import type { DepositSourceView } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { aColleague, approvalCalls, setRules } from '#tests/factories/approvals.ts';
import { litecoinKey, litecoinSource, sourceCalls, tronAddresses } from '#tests/factories/own-addresses.ts';
import { outcome } from '#tests/setup/calls.ts';
import { fixture, openTestbed } from '#tests/setup/testbed.ts';

const testbed = openTestbed({ CHAIN_LITECOIN: 'simulated', CHAIN_TRON: 'simulated', WALLET_COOLOFF_HOURS: '24' });
const admin = fixture(() => sourceCalls(testbed));
const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
const { approve: approveAs, refuse: refuseAs, listed, pendingOf } = approvalCalls(testbed);
const approve = (id: string) => outcome(approveAs(id, reviewer.token));
const refuse = (id: string) => outcome(refuseAs(id, reviewer.token));

const theOne = async (expected: string): Promise<Partial<DepositSourceView>> =>
  (await admin.get<DepositSourceView[]>('')).body.find(({ kind }) => kind === expected) ?? {};
const audited = (id: string | undefined) =>
  testbed.rows(
    `select a.action, u.email from audit_log a join users u on u.id = a.actor_id where a.subject_id = $1 order by a.id`,
    [id],
  );

describe('a change of addresses by two members', () => {
  test('switches a source on in the name of the first, and stores no account key', async () => {
    expect(await outcome(setRules(testbed, { addressChange: true }))).toBe('200');
    const id = await pendingOf(admin.post('', litecoinSource));
    expect(await theOne('xpub')).toMatchObject({ state: 'off' });
    const [storedRow] = await testbed.rows(`select input::text as input from approvals where id = $1`, [id]);
    expect(storedRow?.input).not.toContain(litecoinKey.slice(0, 40));
    expect(await approve(id)).toBe('200');
    const source = await theOne('xpub');
    expect(source).toMatchObject({ state: 'waiting' });
    const { addedBy: email } = source;
    expect(await audited(source.id)).toEqual([
      { action: 'source.added', email },
      { action: 'source.changed', email },
    ]);
  });

  test('adds the listed addresses, and none to a source that changed since', async () => {
    const pool = { kind: 'pool', chain: 'tron', coinIds: ['tron'], addresses: tronAddresses(20) };
    await approve(await pendingOf(admin.post('', pool)));
    const { id, version = 0 } = await theOne('pool');
    const add = (addresses: string[]) => pendingOf(admin.post(`/${id}/addresses`, { addresses }));
    expect(await approve(await add(tronAddresses(20, 'b')))).toBe('200');
    expect(await theOne('pool')).toMatchObject({ counts: { total: 40 } });
    const outdated = await add(tronAddresses(20, 'c'));
    expect(await outcome(admin.put(`/${id}`, { whenEmpty: 'shared', version }))).toBe('200');
    expect(await approve(outdated)).toBe('409 facts_changed approval_changed');
    expect(await theOne('pool')).toMatchObject({ counts: { total: 40 }, whenEmpty: 'shared' });
  });

  test('stops a source at once until the second member lifts the stop', async () => {
    const { id } = await theOne('pool');
    const stop = (reason: string) => admin.post(`/${id}/stop`, { reason });
    const askedStop = async (reason: string) => {
      expect(await outcome(stop(reason))).toBe('200');
      expect(await theOne('pool')).toMatchObject({ state: 'stopped' });
      const [request] = await listed(reviewer.token);
      expect(request).toMatchObject({ facts: { stops: true, reason: 'The keys were stolen' } });
      return request?.id ?? '';
    };
    expect(await refuse(await askedStop('The keys were stolen'))).toBe('200');
    expect(await theOne('pool')).not.toMatchObject({ state: 'stopped' });
    const first = await askedStop('The keys were stolen');
    expect(await askedStop('Answer me')).toBe(first);
    expect(await approve(first)).toBe('200');
    expect((await audited(id)).at(-1)).toEqual({ action: 'source.stopped', email: reviewer.email });
    expect(await outcome(stop('Once more'))).toBe('409 conflict source_stopped');
  });
});
