import { none, sumOf as sumOfAmounts } from '#shared/kernel/money.ts';
import { moneyIn } from '#shared/payouts/payouts.money.ts';
import {
  cutText,
  dayOf,
  joinTexts,
  noReference,
  parseSum,
  isNonZero,
  UnreadableStatement,
  type ParsedLine,
  type ParsedStatement,
} from './payouts.statement.values.ts';

/** An element by its local name. */
export interface Node {
  name: string;
  text: string;
  /** The attribute `Ccy`. */
  currency: string;
  line: number;
  children: Node[];
}

/** All elements at a path below a node. */
function all(node: Node, path: string): Node[] {
  return path
    .split('/')
    .reduce<Node[]>((nodes, name) => nodes.flatMap((parent) => parent.children.filter((n) => n.name === name)), [node]);
}

/**
 * The first of them. It is looked for thirty times an entry, of which a file has tens of thousands: nothing is made for
 * that.
 */
function firstAt(node: Node, path: string, from = 0): Node | undefined {
  const slash = path.indexOf('/', from);
  const name = slash < 0 ? path.slice(from) : path.slice(from, slash);
  for (const child of node.children) {
    if (child.name !== name) continue;
    const descendant = slash < 0 ? child : firstAt(child, path, slash + 1);
    if (descendant) return descendant;
  }
  return undefined;
}

/** The text at the first of the paths that exists. */
function textAt(node: Node, ...paths: string[]): string {
  for (const path of paths) {
    const text = firstAt(node, path)?.text.trim();
    if (text) return text;
  }
  return '';
}

/** One statement from its account, balances and period, and from the bookings of its entries. */
export function statementOf(parts: readonly Node[], lines: ParsedLine[]): ParsedStatement {
  const account = parts.find(({ name }) => name === 'Acct');
  const period = parts.find(({ name }) => name === 'FrToDt');
  const balances = parts.filter(({ name }) => name === 'Bal');
  const days = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const currency = (account && textAt(account, 'Ccy')) || balances[0]?.children.find((n) => n.currency)?.currency;
  const periodDay = (path: string) => {
    const text = period && textAt(period, path);
    return text ? isoDay(text, period.line) : undefined;
  };
  return {
    account: account ? textAt(account, 'Id/IBAN', 'Id/Othr/Id') : '',
    currency: currency ?? lines[0]?.currency ?? null,
    openingBalance: balanceOf(balances, ['OPBD', 'PRCD']),
    closingBalance: balanceOf(balances, ['CLBD']),
    from: periodDay('FrDtTm') ?? days[0] ?? null,
    to: periodDay('ToDtTm') ?? days.at(-1) ?? null,
    lines,
  };
}

function balanceOf(balances: readonly Node[], codes: readonly string[]): string | null {
  const node = codes
    .map((code) => balances.find((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === code))
    .find((balance) => balance !== undefined);
  if (!node) return null;
  const { amount, direction } = sumOf(node);
  return direction === 'out' && isNonZero(amount) ? `-${amount}` : amount;
}

/** Amount, currency and direction of a balance, an entry or one of its transactions. */
function sumOf(node: Node, path = 'Amt'): Pick<ParsedLine, 'amount' | 'currency' | 'direction'> {
  const amount = firstAt(node, path);
  const indicator = textAt(node, 'CdtDbtInd');
  if (!amount || (indicator !== 'CRDT' && indicator !== 'DBIT')) throw new UnreadableStatement(node.line, 'amount');
  return {
    amount: parseSum(amount.text.trim(), '.', amount.currency, amount.line),
    currency: amount.currency,
    direction: indicator === 'CRDT' ? 'in' : 'out',
  };
}

/** Returns a date of CAMT.053 without its time. Throws the error of the line for any other text. */
export function isoDay(text: string, line: number): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})(?:T|Z|[+-]|$)/.exec(text) ?? [];
  return dayOf(year, month, day, line);
}

/** The bookings of an entry: none that is only expected, several of a collective one. */
export function linesOf(entry: Node): ParsedLine[] {
  const status = textAt(entry, 'Sts/Cd', 'Sts');
  if (status !== 'BOOK') return [];
  const sum = sumOf(entry);
  const bookingDate = textAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm');
  const value = textAt(entry, 'ValDt/Dt', 'ValDt/DtTm');
  const commonFields = {
    ...sum,
    bookedOn: isoDay(bookingDate, entry.line),
    valueOn: value ? isoDay(value, entry.line) : null,
    isReversal: /^(true|1)$/.test(textAt(entry, 'RvslInd')),
  };
  const transactions = all(entry, 'NtryDtls/TxDtls');
  // These parts are read once for each entry: a collective entry has thousands of transactions.
  const sharedParts = sharedOf(entry);
  const details = transactions.map((transaction) => ({
    ...commonFields,
    ...detailsOf(transaction, sharedParts, sum.direction),
  }));
  const sums = transactions.map((transaction) => transactionSum(transaction, sum));
  if (transactions.length > 1 && addUp(sums, sum))
    return details
      .map((line, index) => ({ ...line, ...(sums[index] ?? sum) }))
      .filter(({ amount }) => isNonZero(amount));
  if (!isNonZero(sum.amount)) return [];
  const [firstDetails] = details;
  if (!firstDetails) return [{ ...commonFields, ...detailsOf(entry, sharedParts, sum.direction) }];
  if (details.length === 1) return [firstDetails];
  // Books a collective entry as one line, which concerns no single transfer but names each of them.
  const ids = details.map(({ endToEndId }) => endToEndId).filter((id) => !noReference.has(id.toUpperCase()));
  return [{ ...firstDetails, endToEndId: '', text: joinTexts([...ids, ...details.map(({ text }) => text)]) }];
}

/** Amount that a transaction of a collective entry moved, where the bank says so in the currency of the entry. */
function transactionSum(transaction: Node, entry: ReturnType<typeof sumOf>): ReturnType<typeof sumOf> | undefined {
  const node = firstAt(transaction, 'Amt') ?? firstAt(transaction, 'AmtDtls/TxAmt/Amt');
  if (!node || node.currency !== entry.currency) return undefined;
  const indicator = textAt(transaction, 'CdtDbtInd');
  return {
    amount: parseSum(node.text.trim(), '.', node.currency, node.line),
    currency: node.currency,
    direction: indicator === '' ? entry.direction : indicator === 'CRDT' ? 'in' : 'out',
  };
}

function addUp(sums: readonly (ReturnType<typeof sumOf> | undefined)[], entry: ReturnType<typeof sumOf>): boolean {
  const signedSum = (sum: ReturnType<typeof sumOf>) => {
    const amount = moneyIn(sum.amount, sum.currency);
    return sum.direction === entry.direction ? amount : none.payout.minus(amount);
  };
  const knownSums = sums.filter((sum) => sum !== undefined);
  const total = sumOfAmounts(none.payout, knownSums.map(signedSum));
  return knownSums.length === sums.length && total.eq(moneyIn(entry.amount, entry.currency));
}

/** Values that an entry gives for all of its transactions. */
interface SharedEntryParts {
  bankRef: string;
  texts: string[];
}

/** Short, as in ISO 20022: a text that is in each line of an entry must not make a file many times larger. */
function sharedOf(entry: Node): SharedEntryParts {
  return {
    bankRef: cutText(textAt(entry, 'AcctSvcrRef'), 140),
    texts: [
      cutText(textAt(entry, 'NtryDtls/Btch/MsgId'), 140),
      cutText(textAt(entry, 'NtryDtls/Btch/PmtInfId'), 140),
      cutText(textAt(entry, 'AddtlNtryInf'), 500),
    ],
  };
}

/** The places of the other party of a transaction and of its account, and behind them those of our own. */
function partiesOf(sides: readonly string[]) {
  return {
    names: sides.flatMap((side) => [`RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`]),
    accounts: sides.flatMap((side) => [`RltdPties/${side}Acct/Id/IBAN`, `RltdPties/${side}Acct/Id/Othr/Id`]),
  };
}
const parties = { out: partiesOf(['Cdtr', 'Dbtr']), in: partiesOf(['Dbtr', 'Cdtr']) };

function detailsOf(transaction: Node, sharedParts: SharedEntryParts, direction: 'in' | 'out') {
  return {
    text: joinTexts([
      ...all(transaction, 'RmtInf/Ustrd').map((node) => node.text.trim()),
      textAt(transaction, 'RmtInf/Strd/CdtrRefInf/Ref'),
      textAt(transaction, 'Refs/MsgId'),
      textAt(transaction, 'Refs/PmtInfId'),
      textAt(transaction, 'AddtlTxInf'),
      ...sharedParts.texts,
    ]),
    bankRef: textAt(transaction, 'Refs/AcctSvcrRef') || sharedParts.bankRef,
    endToEndId: textAt(transaction, 'Refs/EndToEndId'),
    counterpartyName: textAt(transaction, ...parties[direction].names),
    counterpartyAccount: textAt(transaction, ...parties[direction].accounts),
  };
}
