import { beforeAll, beforeEach } from 'vitest';
import { fixture, type Testbed } from '../setup/testbed.ts';
import { aColleague, theOwner } from './approvals.ts';
import { steppedUp } from './members.ts';
import { anOrder, aUser, bankDetails, worth } from './orders.ts';

type Body = Record<string, unknown>;
/** The IBAN of the account that the statements are of. */
export const statementIban = 'DE89370400440532013000';
type Sent = { id: string; orderId: string; reference: string; batchId: string; batch: string };

/** Payouts that were sent from one account, and statements of it: with them each test says what the bank has booked. */
export function openStatements(testbed: Testbed) {
  const reviewer = fixture(() => aColleague(testbed, 'reviewer'));
  const payer = fixture(() => aColleague(testbed, 'payer'));
  const auditor = fixture(() => aColleague(testbed, 'auditor'));
  const ada = fixture(() => aUser(testbed.database.pool));
  const iban = statementIban;
  const euro = { ...bankDetails, accountNumber: 'NL91ABNA0417164300', bankName: 'ABN AMRO' };

  async function as(member: { token: string }, method: string, path: string, json?: object) {
    const headers = await steppedUp(testbed.app.deps, member.token);
    return testbed.app.call(method as 'GET', `/api/admin/${path}`, {
      token: member.token,
      headers,
      ...(json && { json }),
    });
  }
  async function ok(...sent: Parameters<typeof as>): Promise<Body> {
    const { status, body } = await as(...sent);
    if (status !== 200 && status !== 201) throw new Error(JSON.stringify(body));
    return body;
  }
  const listOf = async (path: string, member = payer) => (await ok(member, 'GET', path)) as unknown as Body[];

  const account: { id: string } = { id: '' };
  beforeAll(async () => {
    const holder = { holderName: 'Landfall Exchange Ltd', bankName: 'Commerzbank', format: 'pain001' };
    const json = { name: 'Main', currency: 'EUR', iban, ...holder };
    const { body } = await testbed.app.call('POST', '/api/admin/desk-accounts', { ...(await theOwner(testbed)), json });
    account.id = String(body.id);
  });
  beforeEach(async () => {
    await testbed.rows(`delete from settings where key in ('fourEyes', 'payouts', 'rules')`);
    await testbed.app.deps.settings.refresh();
  });

  async function setPayouts(payouts: object) {
    await testbed.app.call('PUT', '/api/admin/settings', { ...(await theOwner(testbed)), json: { payouts } });
  }

  /** Payouts in one batch that is released and, unless `isSent` is false, handed to the bank. */
  async function sentPayouts(amounts: string[], { isSent = true } = {}): Promise<Sent[]> {
    const payouts: { id: string; orderId: string; reference: string }[] = [];
    for (const amount of amounts) {
      const orderId = await anOrder(testbed.app.deps, ada, {
        ...worth(amount),
        payoutCurrency: 'EUR',
        paymentDetails: euro,
      });
      const { id, order } = await ok(reviewer, 'POST', `transactions/${orderId}/payout`, {});
      payouts.push({ id: String(id), orderId, reference: String((order as Body).reference) });
    }
    const made = await ok(reviewer, 'POST', 'payout-batches', {
      accountId: account.id,
      payoutIds: payouts.map(({ id }) => id),
    });
    await ok(payer, 'POST', `payout-batches/${String(made.id)}/release`, { digest: made.digest });
    if (isSent) await ok(payer, 'POST', `payout-batches/${String(made.id)}/sent`, {});
    return payouts.map((payout) => ({ ...payout, batchId: String(made.id), batch: String(made.reference) }));
  }
  const sentPayout = async (amount = '93.02', options?: { isSent: boolean }) => {
    const [payout] = await sentPayouts([amount], options);
    if (!payout) throw new Error('No payout.');
    return payout;
  };

  let number = 0;
  /** An MT940 of the account with these bookings: `D93,02` and a text. */
  function statementOf(...lines: [sum: string, text: string, bankRef?: string][]): string {
    number += 1;
    const bookings = lines.map(
      ([sum, text, ref], at) => `:61:2611241124${sum}NTRFNONREF//${ref ?? `R${number}-${at}`}\r\n:86:${text}`,
    );
    return [
      `:20:S${number}`,
      `:25:${iban}`,
      ':28C:1/1',
      ':60F:C261123EUR0,00',
      ...bookings,
      ':62F:C261123EUR0,00',
      '',
    ].join('\r\n');
  }

  async function upload(file: string | Uint8Array, fields: object = {}, member: { token: string } = payer) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ accountId: account.id, ...fields })) form.set(name, String(value));
    form.set('statement', new Blob([file as BlobPart]), 'statement.txt');
    const headers = { Authorization: `Bearer ${member.token}` };
    const response = await fetch(`${testbed.app.url}/api/admin/statements`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** A camt.053 without balances. */
  function camtOf(...lines: [sum: string, direction: 'in' | 'out', text: string, ref?: string][]): string {
    number += 1;
    const entries = lines.map(
      ([sum, direction, text, ref], at) =>
        `<Ntry><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>${direction === 'in' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>${ref ?? `R${number}-${at}`}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    );
    return `<Document><BkToCstmrStmt><Stmt><Id>S${number}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
  }
  /** An imported statement with its lines, in their order. */
  async function imported(...lines: Parameters<typeof camtOf>): Promise<{ statement: Body; lines: Body[] }> {
    const { status, body } = await upload(camtOf(...lines));
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { statement: body, lines: await listOf(`statement-lines?statement=${String(body.id)}`) };
  }
  const payoutOf = (id: string) => ok(reviewer, 'GET', `payouts/${id}`);
  const match = (line: Body | undefined, json: object = {}) =>
    as(payer, 'POST', `statement-lines/${String(line?.id)}/match`, json);
  const undo = (line: Body | undefined) =>
    as(payer, 'POST', `statement-lines/${String(line?.id)}/undo`, { reason: 'Wrong' });
  return {
    reviewer,
    payer,
    auditor,
    ada,
    as,
    ok,
    listOf,
    setPayouts,
    sentPayouts,
    sentPayout,
    statementOf,
    upload,
    camtOf,
    imported,
    payoutOf,
    match,
    undo,
  };
}
