import type { Id } from '#shared/kernel/ids.ts';
import type { StatementPreview } from '#shared/payouts/payouts.statements.contract.ts';
import {
  isOfAccountStatement,
  othersOf,
  readStatements,
  recognise,
  refusedAs,
  type StatementFormat,
  type StatementInput,
  type StatementRefusal,
} from './payouts.statement.ts';
import { guessProfile } from './reading/payouts.csv-guess.ts';
import { fittingProfile, type SavedProfile } from './reading/payouts.csv-profiles.ts';
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
  /** The accounts of the business, and the chosen one. */
  accounts: readonly (StatementAccount & { id: Id<'deskAccount'> })[];
  accountId?: Id<'deskAccount'> | undefined;
  /** The saved profiles of statements, and the chosen one. */
  profiles: readonly SavedProfile[];
  profileId?: Id<'payoutProfile'> | undefined;
}

export type Preview = Omit<StatementPreview, 'account' | 'found'> & { accountId: Id<'deskAccount'> | null };

export type PreviewResult = { preview: Preview } | { refusal: StatementRefusal };

/** Number of lines that show if a file is read right. */
const maxLines = 5;

/**
 * A file as it would be read, and by what: the account that it names, a saved profile, or a layout that it seems to have.
 */
export function previewStatement(input: PreviewInput): PreviewResult {
  try {
    const { format = recognise(input), profiles, profileId, accounts, accountId } = input;
    const chosenProfile = profiles.find(({ id }) => id === profileId);
    const by = format === 'csv' ? profileOf(input, chosenProfile) : {};
    const details = { format, profileId: by.saved?.id ?? null, layout: by.guessed ?? null };
    const missingItems = [...(by.missing ?? [])];
    if (missingItems.length > 0) {
      const layout = guessProfile(input.bytes, accounts) ?? null;
      return {
        preview: {
          ...details,
          layout,
          accountId: null,
          lines: [],
          count: 0,
          missing: missingItems,
          others: [],
          leftOut: 0,
        },
      };
    }
    const profile = by.saved?.shape ?? by.guessed;
    const parsedStatements = readInSomeCurrency(input, format, profile);
    const namedAccount = accounts.find((account) =>
      parsedStatements.some((item) => item.account !== '' && isOfAccountStatement(item, account)),
    );
    const ownAccount = accounts.find(({ id }) => id === accountId) ?? namedAccount;
    const statements = parsedStatements.filter((item) =>
      ownAccount ? isOfAccountStatement(item, ownAccount) : item.account === '',
    );
    return {
      preview: {
        ...details,
        accountId: namedAccount?.id ?? null,
        missing: missingItems,
        ...partsOf(parsedStatements, statements),
      },
    };
  } catch (error) {
    return { refusal: refusedAs(error) };
  }
}

/** The first lines of what would be imported, and what would be left out. */
function partsOf(parsedStatements: readonly ParsedStatement[], statements: readonly ParsedStatement[]) {
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
    others: othersOf(parsedStatements.filter((item) => !statements.includes(item))),
    leftOut: statements.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0),
  };
}

interface ProfileFound {
  saved?: SavedProfile | undefined;
  guessed?: StatementProfile | undefined;
  missing?: readonly string[];
}

/** The chosen profile, else the first saved one whose headings the table has, else a guessed one. */
function profileOf(input: PreviewInput, chosenProfile: SavedProfile | undefined): ProfileFound {
  const { bytes, profiles, accounts } = input;
  if (chosenProfile) return { saved: chosenProfile, missing: missingHeadings(bytes, chosenProfile.shape) };
  const savedProfile = fittingProfile(
    bytes,
    profiles,
    triedBy(input).map(({ currency }) => currency),
  );
  if (savedProfile) return { saved: savedProfile };
  const guessed = guessProfile(bytes, accounts);
  if (!guessed) throw new UnreadableStatement(1, 'layout');
  return { guessed };
}

/** The accounts in whose currencies a table is read: the chosen one, else one for each currency. */
function triedBy({ accounts, accountId }: PreviewInput): readonly StatementAccount[] {
  const chosenAccounts = accounts.filter(({ id }) => id === accountId);
  const triedAccounts = chosenAccounts.length > 0 ? chosenAccounts : accounts;
  return triedAccounts.filter(
    ({ currency }, index) => triedAccounts.findIndex((item) => item.currency === currency) === index,
  );
}

/**
 * A table does not name its currency: it is read in that of the chosen account, else in the first that its sums fit.
 */
function readInSomeCurrency(
  input: PreviewInput,
  format: StatementFormat,
  profile: StatementProfile | undefined,
): ParsedStatement[] {
  const { bytes, accounts, accountId } = input;
  const [firstAccount = noAccount, ...otherRefusals] = triedBy(input);
  const read = (account: StatementAccount) => readStatements({ bytes, format, profile, account }).read;
  if (format !== 'csv') return read(firstAccount);
  const fittingAccount =
    otherRefusals.length > 0
      ? [firstAccount, ...otherRefusals].find((account) => isReadable(() => read(account)))
      : firstAccount;
  const statements = read(fittingAccount ?? firstAccount);
  if (accountId !== undefined) return statements;
  const namedAccount = accounts.find((account) =>
    statements.some((item) => item.account !== '' && namesAccount(item, account)),
  );
  return namedAccount && namedAccount.currency !== fittingAccount?.currency ? read(namedAccount) : statements;
}

const noAccount: StatementAccount = { currency: 'EUR', iban: null, accountNumber: null };
