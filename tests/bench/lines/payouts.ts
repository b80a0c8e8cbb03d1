import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileOf } from '#server/features/payouts/files/payouts.file.ts';
import type { FileBatch } from '#server/features/payouts/files/payouts.file.types.ts';
import { matchLines, type MatchAttempt } from '#server/features/payouts/statements/payouts.matching.ts';
import { readStatementFile } from '#server/features/payouts/statements/payouts.statement.thread.ts';
import { atMost, type Measurement } from '../statistics.ts';

const sizes = { payouts: 5_000, lines: 10_000 };
const iban = 'DE89370400440532013000';
const referenceOf = (at: number) =>
  `LF-${String(at).padStart(6, '0').slice(0, 4)}-${String(at).padStart(6, '0').slice(4)}`;
const amountOf = (at: number) => `${100 + (at % 900)}.${String(at % 100).padStart(2, '0')}`;

/** A file of 5,000 payouts, and 10,000 lines of a statement read in a thread and matched; without the database. */
export async function payoutLines(): Promise<Measurement[]> {
  return [fileLine(), ...(await statementLines())];
}

function fileLine(): Measurement {
  const account = { holderName: 'Landfall Ltd', iban, bic: null, accountNumber: null, bankName: 'Bank', town: null };
  const payee = { method: 'bank', accountName: 'Ada Obi', accountNumber: 'NL91ABNA0417164300', bankName: 'B' } as const;
  const none = { iban: null, bic: null, bankCode: null, country: null };
  const lines = Array.from({ length: sizes.payouts }, (_line, at) => {
    const [reference, amount] = [referenceOf(at), amountOf(at)];
    return { endToEndId: `${reference}-1`, reference, amount, currency: 'EUR', payee: { ...payee, ...none } };
  });
  const batch: FileBatch = {
    reference: 'B-000007',
    currency: 'EUR',
    total: '1.00',
    executeOn: '2026-11-23',
    at: new Date(),
    lines,
    account: { ...account, country: null, batchBooking: false },
  };
  const began = performance.now();
  fileOf('pain001', batch, null);
  return atMost('payouts: 5,000 to a file', performance.now() - began, 2_000, 'ms');
}

async function statementLines(): Promise<Measurement[]> {
  const attempts = Array.from({ length: sizes.lines }, (_attempt, at): MatchAttempt => {
    const reference = referenceOf(at);
    const about = { reference, endToEndId: `${reference}-1`, amount: amountOf(at), currency: 'EUR' };
    return { ...about, id: `a${at}`, payoutId: `p${at}`, state: 'sent', isReleased: false, hasLine: false };
  });
  const bookings = attempts.map(({ amount, reference }, at) => {
    return `:61:2611241124D${amount.replace('.', ',')}NTRFNONREF//N${at}\n:86:${reference.replaceAll('-', '')} Ada`;
  });
  const bytes = Buffer.from(
    [':20:S1', `:25:${iban}`, ':28C:1/1', ':60F:C261123EUR0,00', ...bookings, ':62F:C261124EUR0,00', ''].join('\n'),
  );
  const unbalanced = Buffer.from(
    bytes.toString().replace(':62F:C261124EUR0,00', `:62F:D261124EUR${totalOf(attempts)}`),
  );
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const began = performance.now();
  const account = { currency: 'EUR', iban, accountNumber: null };
  const result = await readStatementFile({ bytes: unbalanced, account });
  if ('refusal' in result) throw new Error(JSON.stringify(result.refusal));
  const references = attempts.map(({ reference }) => reference);
  const sources = { attempts, batches: [], exchanges: [], references, feeTolerance: { percent: '1', max: '5' } };
  const lines = result.statement.lines.map((line, at) => ({ ...line, id: String(at) }));
  const found = await matchLines(lines, sources);
  const took = performance.now() - began;
  delay.disable();
  const exact = [...found.values()].filter(({ rule }) => rule === 'exact').length;
  if (exact !== sizes.lines) throw new Error(`${exact} lines were matched.`);
  return [
    atMost('payouts: 10,000 lines read and matched', took, 5_000, 'ms'),
    atMost('payouts: longest wait of another call meanwhile', delay.max / 1e6, 200, 'ms'),
  ];
}

function totalOf(attempts: readonly MatchAttempt[]): string {
  const cents = attempts.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0);
  return `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
}
