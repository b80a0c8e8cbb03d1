import type { z } from 'zod';
import type { statementShape } from '#shared/payouts/payouts.accounts.contract.ts';

/** One booking as the bank wrote it. Amounts are decimal text with the minor units of their currency, days `YYYY-MM-DD`. */
export interface ParsedLine {
  bookedOn: string;
  valueOn: string | null;
  direction: 'in' | 'out';
  amount: string;
  currency: string;
  text: string;
  bankRef: string;
  endToEndId: string;
  counterpartyName: string;
  counterpartyAccount: string;
  isReversal: boolean;
}

/** One statement of a file; balances are signed. */
export interface ParsedStatement {
  /** IBAN or number as the bank writes it; empty where the file names none. */
  account: string;
  currency: string | null;
  openingBalance: string | null;
  closingBalance: string | null;
  from: string | null;
  to: string | null;
  lines: ParsedLine[];
}

export type UnreadableReason =
  | ('account' | 'amount' | 'attributes' | 'charset' | 'column' | 'currency' | 'date' | 'depth' | 'doctype' | 'format')
  | ('size' | 'unfinished' | 'xml');

/** Why a file is refused as a whole: nothing of it is stored. */
export class UnreadableStatement extends Error {
  readonly line: number;
  readonly why: UnreadableReason;

  constructor(line: number, why: UnreadableReason) {
    super(`line ${line}: ${why}`);
    this.line = line;
    this.why = why;
  }
}

/** How the CSV of a bank is laid out, by its headings. */
export type StatementProfile = z.output<typeof statementShape>;
