import { aColleague, setSettings } from '#tests/factories/approvals.ts';
import { steppedUp } from '#tests/factories/members.ts';
import { inEuro, payoutCalls, type Body } from '#tests/factories/payouts.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';

/** The IBAN of the account that the statements are of. */
export const statementIban = 'DE89370400440532013000';
type SentPayout = { id: string; orderId: string; reference: string; batchId: string; batch: string };

let number = 0;
type Booking = [sum: string, text: string, bankRef?: string];

/** An MT940 of the account with these bookings: `D93,02` and a text. */
export function statementOf(...lines: Booking[]): string {
  return statementWith({ opening: '0,00', closing: '0,00' }, ...lines);
}

/** Makes a statement with these balances, for these days. */
export function statementWith(
  { opening, closing, from = '261123', to = from }: { opening: string; closing: string; from?: string; to?: string },
  ...lines: Booking[]
): string {
  number += 1;
  const bookings = lines.map(
    ([sum, text, ref], index) => `:61:2611241124${sum}NTRFNONREF//${ref ?? `R${number}-${index}`}\r\n:86:${text}`,
  );
  const balances = [`:60F:C${from}EUR${opening}`, `:62F:C${to}EUR${closing}`] as const;
  return [`:20:S${number}`, `:25:${statementIban}`, ':28C:1/1', balances[0], ...bookings, balances[1], ''].join('\r\n');
}

/** A camt.053 of the account without balances. */
export function camtOf(...lines: [sum: string, direction: 'in' | 'out', text: string, ref?: string][]): string {
  number += 1;
  const entries = lines.map(
    ([sum, direction, text, ref], index) =>
      `<Ntry><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>${direction === 'in' ? 'CRDT' : 'DBIT'}</CdtDbtInd>` +
      `<Sts>BOOK</Sts><BookgDt><Dt>2026-11-24</Dt></BookgDt><AcctSvcrRef>${ref ?? `R${number}-${index}`}</AcctSvcrRef>` +
      '<NtryDtls><TxDtls><RltdPties><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties>' +
      `<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    `<Document><BkToCstmrStmt><Stmt><Id>S${number}</Id><Acct><Id><IBAN>${statementIban}</IBAN></Id>` +
    `<Ccy>EUR</Ccy></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
  );
}

/** Payouts that were sent from one account, and its statements: each test defines what the bank has booked. */
export function openStatements(testbed: Testbed) {
  const calls = payoutCalls(testbed);
  const { payer, account, as, ok, aPayout, aBatch, release, markSent } = calls;
  const auditor = fixture(() => aColleague(testbed, 'auditor'));
  const listOf = async (path: string, member = payer) => (await ok(member, 'GET', path)) as unknown as Body[];

  const setPayouts = (payouts: object) => setSettings(testbed, { payouts });

  /** Payouts in one batch that is released and, unless `isSent` is false, handed to the bank. */
  async function sentPayouts(amounts: string[], { isSent = true } = {}): Promise<SentPayout[]> {
    const payouts: Awaited<ReturnType<typeof aPayout>>[] = [];
    for (const amount of amounts) payouts.push(await aPayout(inEuro(amount)));
    const batch = await aBatch(payouts.map(({ id }) => id));
    await release(batch);
    if (isSent) await markSent(batch);
    return payouts.map(({ id, orderId, order }) => {
      const reference = String((order as Body).reference);
      return { id, orderId, reference, batchId: String(batch.id), batch: String(batch.reference) };
    });
  }
  const sentPayout = async (amount = '93.02', options?: { isSent: boolean }) => {
    const [payout] = await sentPayouts([amount], options);
    if (!payout) throw new Error('No payout.');
    return payout;
  };

  async function upload(file: string | Uint8Array, fields: object = {}, { token }: { token: string } = payer) {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    const fieldEntries = Object.entries({ accountId: account.id, ...fields }).filter(([, value]) => value !== '');
    const form = { ...Object.fromEntries(fieldEntries), statement: { bytes, name: 'statement.txt' } };
    const headers = await steppedUp(testbed.app.deps, token);
    return testbed.app.call('POST', '/api/admin/statements', { token, headers, form });
  }
  /** An imported statement with its lines, in their order. */
  async function importedStatement(...lines: Parameters<typeof camtOf>): Promise<{ statement: Body; lines: Body[] }> {
    const { status, body } = await upload(camtOf(...lines));
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { statement: body, lines: await listOf(`statement-lines?statement=${String(body.id)}`) };
  }
  const match = (line: Body | undefined, json: object = {}) =>
    as(payer, 'POST', `statement-lines/${String(line?.id)}/match`, json);
  const undo = (line: Body | undefined) =>
    as(payer, 'POST', `statement-lines/${String(line?.id)}/undo`, { reason: 'Wrong' });
  return {
    ...calls,
    auditor,
    listOf,
    setPayouts,
    sentPayouts,
    sentPayout,
    upload,
    imported: importedStatement,
    match,
    undo,
  };
}
