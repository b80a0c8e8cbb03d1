import { ownSourceAddresses } from '#server/features/deposit-sources/deposit-sources.service.ts';
import { activeMethods } from '#server/features/payment-methods/payment-methods.service.ts';
import { ownAddresses } from '#server/features/wallets/wallets.service.ts';
import { findAccounts, normalizeAccount } from '#shared/chat/chat.accounts.ts';
import type { NewMessage } from './chat.messages.queries.ts';
import type { ChatDeps } from './chat.ports.ts';

/** Fraudsters post accounts in chats: any account that is not the operator's is flagged. */
export async function warningFor(deps: ChatDeps, text: string): Promise<NewMessage['warning']> {
  const namedAccounts = findAccounts(text);
  if (namedAccounts.length === 0) return null;
  const methods = await activeMethods(deps, undefined);
  const banks = methods.flatMap(({ accountDetails }) => Object.values(accountDetails));
  const ownNames = new Set(
    [...(await ownAddresses(deps)), ...(await ownSourceAddresses(deps)), ...banks].map(normalizeAccount),
  );
  return namedAccounts.every((account) => ownNames.has(account)) ? null : 'foreign_account';
}
