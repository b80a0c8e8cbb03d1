import type { StatementPreview } from '#shared/payouts/payouts.statements.contract.ts';
import {
  isOf,
  othersOf,
  readStatements,
  recognise,
  refusedAs,
  type StatementFormat,
  type StatementInput,
  type StatementRefusal,
} from './payouts.statement.ts';
import { guessLayout } from './reading/payouts.csv-guess.ts';
import { fittingLayout, type SavedLayout } from './reading/payouts.csv-layouts.ts';
import { missingHeadings } from './reading/payouts.csv-statement.ts';
import { namesAccount, type StatementAccount } from './reading/payouts.statement.account.ts';
import {
  cutText,
  isReadable,
  UnreadableStatement,
  type ParsedStatement,
  type StatementProfile,
} from './reading/payouts.statement.values.ts';

export interface PreviewInput extends Pick<StatementInput, 'bytes' | 'format'> {
  /** Those of the business, and the chosen one. */
  accounts: readonly (StatementAccount & { id: string })[];
  accountId?: string | undefined;
  /** The saved layouts of statements, and the chosen one. */
  layouts: readonly SavedLayout[];
  profileId?: string | undefined;
}

export type Preview = Omit<StatementPreview, 'account' | 'found'> & { accountId: string | null };

export type PreviewResult = { preview: Preview } | { refusal: StatementRefusal };

/** Number of lines that show if a file is read right. */
const maxLines = 5;

/** A file as it would be read, and by what: the account that it names, a saved layout, or a layout that it seems to have. */
export function previewStatement(input: PreviewInput): PreviewResult {
  try {
    const { format = recognise(input), layouts, profileId, accounts, accountId } = input;
    const chosen = layouts.find(({ id }) => id === profileId);
    const by = format === 'csv' ? layoutOf(input, chosen) : {};
    const found = { format, profileId: by.saved?.id ?? null, layout: by.guessed ?? null };
    const missing = [...(by.missing ?? [])];
    if (missing.length > 0) {
      const layout = guessLayout(input.bytes, accounts) ?? null;
      return { preview: { ...found, layout, accountId: null, lines: [], count: 0, missing, others: [], leftOut: 0 } };
    }
    const profile = by.saved?.shape ?? by.guessed;
    const read = readInSomeCurrency(input, format, profile);
    const named = accounts.find((account) => read.some((item) => item.account !== '' && isOf(item, account)));
    const own = accounts.find(({ id }) => id === accountId) ?? named;
    const statements = read.filter((item) => (own ? isOf(item, own) : item.account === ''));
    return { preview: { ...found, accountId: named?.id ?? null, missing, ...partsOf(read, statements) } };
  } catch (error) {
    return { refusal: refusedAs(error) };
  }
}

/** The first lines of what would be imported, and what would be left out. */
function partsOf(read: readonly ParsedStatement[], statements: readonly ParsedStatement[]) {
  const lines = statements.flatMap((statement) => statement.lines);
  return {
    lines: lines.slice(0, maxLines).map(({ isReversal: _isReversal, ...line }) => ({
      ...line,
      text: cutText(line.text),
      bankRef: cutText(line.bankRef),
      endToEndId: cutText(line.endToEndId),
      counterpartyName: cutText(line.counterpartyName),
      counterpartyAccount: cutText(line.counterpartyAccount),
    })),
    count: lines.length,
    others: othersOf(read.filter((item) => !statements.includes(item))),
    leftOut: statements.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0),
  };
}

interface LayoutFound {
  saved?: SavedLayout | undefined;
  guessed?: StatementProfile | undefined;
  missing?: readonly string[];
}

/** The chosen layout, else the first saved one whose headings the table has, else a guessed one. */
function layoutOf(input: PreviewInput, chosen: SavedLayout | undefined): LayoutFound {
  const { bytes, layouts, accounts } = input;
  if (chosen) return { saved: chosen, missing: missingHeadings(bytes, chosen.shape) };
  const saved = fittingLayout(
    bytes,
    layouts,
    triedBy(input).map(({ currency }) => currency),
  );
  if (saved) return { saved };
  const guessed = guessLayout(bytes, accounts);
  if (!guessed) throw new UnreadableStatement(1, 'layout');
  return { guessed };
}

/** The accounts in whose currencies a table is read: the chosen one, else one for each currency. */
function triedBy({ accounts, accountId }: PreviewInput): readonly StatementAccount[] {
  const chosen = accounts.filter(({ id }) => id === accountId);
  const tried = chosen.length > 0 ? chosen : accounts;
  return tried.filter(({ currency }, at) => tried.findIndex((item) => item.currency === currency) === at);
}

/** A table does not name its currency: it is read in that of the chosen account, else in the first that its sums fit. */
function readInSomeCurrency(
  input: PreviewInput,
  format: StatementFormat,
  profile: StatementProfile | undefined,
): ParsedStatement[] {
  const { bytes, accounts, accountId } = input;
  const [first = noAccount, ...others] = triedBy(input);
  const read = (account: StatementAccount) => readStatements({ bytes, format, profile, account }).read;
  if (format !== 'csv') return read(first);
  const fitting = others.length > 0 ? [first, ...others].find((account) => isReadable(() => read(account))) : first;
  const statements = read(fitting ?? first);
  if (accountId !== undefined) return statements;
  const named = accounts.find((account) =>
    statements.some((item) => item.account !== '' && namesAccount(item, account)),
  );
  return named && named.currency !== fitting?.currency ? read(named) : statements;
}

const noAccount: StatementAccount = { currency: 'EUR', iban: null, accountNumber: null };
