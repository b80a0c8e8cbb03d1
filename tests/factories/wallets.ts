import type { WalletWithHistory } from '#shared/wallets/wallets.contract.ts';
import { adminEmail } from '#tests/setup/app.ts';
import { callsOf, teamCalls } from '#tests/setup/calls.ts';
import { fixture, type Testbed } from '#tests/setup/testbed.ts';
import { theOwner } from './approvals.ts';
import { aQuote, aSeller, someBitcoin } from './sales.ts';

/** The owner's calls about deposit addresses, and the address that a customer sees. */
export function walletCalls(testbed: Testbed) {
  const { app, database, mailbox } = testbed;
  const ada = fixture(() => aSeller(app, database.pool));
  const session = fixture(() => theOwner(testbed));
  const admin = teamCalls(app, session);
  const put = (coin: string, json: object, member = admin) => member.put(`wallets/${coin}`, json);
  const wallet = async (coin: string) => (await admin.get<WalletWithHistory>(`wallets/${coin}`)).body;
  const cancel = (coin: string, member = admin) => member.del(`wallets/${coin}/change`);
  const quote = (terms: object = someBitcoin) => callsOf(app, ada).post('sell-quotes', terms);
  /** The address that the next quote shows. */
  const shownAddress = async (terms?: object) => (await aQuote(app, ada, terms)).deposit.address;
  /** Mails to the owner about wallets, without the first ones. */
  const mailsAfter = async (count: number) =>
    (await mailbox.to(adminEmail)).filter(({ template }) => template.startsWith('wallet_')).slice(count);
  return { ada, session, admin, put, wallet, cancel, quote, shown: shownAddress, mailsAfter };
}
