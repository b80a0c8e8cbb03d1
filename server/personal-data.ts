import { eraseAuthPersonalData } from '#server/features/auth/auth.service.ts';
import { revokeAccess, type SessionStore } from '#server/features/auth/sessions/auth.sessions.ts';
import { exportFilesPersonalData } from '#server/features/files/files.service.ts';
import { eraseApprovalsPersonalData } from './features/approvals/approvals.service.ts';
import { eraseAuditTexts } from './features/audit/audit.service.ts';
import type { Auth } from './features/auth/second-factor/auth.setup.ts';
import { selectOpenSessions } from './features/auth/sessions/auth.sessions.queries.ts';
import { eraseChatPersonalData, exportChatPersonalData } from './features/chat/chat.personal-data.service.ts';
import { exportLeasesPersonalData } from './features/deposit-sources/deposit-sources.service.ts';
import { eraseRowsOf } from './features/imports/imports.queries.ts';
import { createKycPersonalDataExport, eraseKycPersonalData, identityEvidence } from './features/kyc/kyc.service.ts';
import { dropMailOf } from './features/mail/mail.service.ts';
import { unlinkTelegram } from './features/mail/mail.telegram.queries.ts';
import { exportTelegramLink } from './features/mail/mail.telegram.service.ts';
import { eraseNotices } from './features/mail/notices/notices.service.ts';
import { eraseNewsletterPersonalData } from './features/newsletter/newsletter.service.ts';
import { eraseNotesPersonalData } from './features/notes/notes.users.service.ts';
import { eraseOffersPersonalData, exportOffersPersonalData } from './features/offers/offers.service.ts';
import {
  closeOrdersOf,
  countOrdersOf,
  exportOrdersPersonalData,
  orderEvidence,
} from './features/orders/orders.personal-data.service.ts';
import {
  erasePayoutAccountsPersonalData,
  exportPayoutAccountsPersonalData,
  hasSavedAccount,
} from './features/payout-accounts/payout-accounts.service.ts';
import { exportPayoutsPersonalData, payoutEvidence } from './features/payouts/payouts.verify.service.ts';
import { exportRefundsPersonalData, refundEvidence } from './features/refunds/refunds.list.service.ts';
import { eraseQuotesPersonalData } from './features/sell/sell.service.ts';
import { assertNothingOwed } from './features/settlements/settlements.owed.service.ts';
import { exportSettlementsPersonalData } from './features/settlements/settlements.service.ts';
import { eraseTeamPersonalData, exportTeamPersonalData } from './features/team/team.personal-data.service.ts';
import type { PersonalDataRegistry } from './features/users/users.service.ts';
import { deleteKeysOf } from './http/guards/idempotency.queries.ts';

/**
 * Part of the composition root. Every feature that stores personal data has a line here; one that may refuse an erasure
 * is first.
 */
export function createPersonalDataRegistry(
  sessions: SessionStore,
  { keys }: Auth,
  { encryptionKey, now }: { encryptionKey: string; now: () => Date },
): PersonalDataRegistry {
  return {
    countOrders: countOrdersOf,
    hasSavedAccount,
    listSessions: (db, { id, role }) => selectOpenSessions(db, id, role),
    revokeAccess: async (tx, userId, reason) => void (await revokeAccess(tx, { sessions }, { userId }, reason)),
    assertErasable: assertNothingOwed,
    erasureSteps: [
      (tx, { id }) => assertNothingOwed(tx, id),
      (tx, user) => closeOrdersOf(tx, user, now()),
      eraseQuotesPersonalData,
      eraseOffersPersonalData,
      eraseKycPersonalData,
      erasePayoutAccountsPersonalData,
      (tx, { id }) => eraseRowsOf(tx, { userId: id }),
      eraseChatPersonalData,
      eraseNewsletterPersonalData,
      (tx, { id }) => dropMailOf(tx, { userId: id, reason: 'user deleted', templates: null }),
      (tx, { id }) => unlinkTelegram(tx, { userId: id }),
      eraseNotices,
      (tx, { id }) => deleteKeysOf(tx, { userId: id }),
      eraseNotesPersonalData,
      eraseApprovalsPersonalData,
      (tx, { id }) => eraseAuditTexts(tx, id),
      eraseTeamPersonalData,
      eraseAuthPersonalData(keys),
    ],
    evidence: [orderEvidence, refundEvidence, payoutEvidence, identityEvidence],
    personalDataExports: {
      devices: (db, { id }) => selectOpenSessions(db, id, 'customer'),
      team: exportTeamPersonalData,
      identity: createKycPersonalDataExport(encryptionKey),
      payoutAccounts: exportPayoutAccountsPersonalData,
      files: exportFilesPersonalData,
      orders: exportOrdersPersonalData,
      ownAddresses: exportLeasesPersonalData,
      payouts: exportPayoutsPersonalData,
      settlements: exportSettlementsPersonalData,
      refunds: exportRefundsPersonalData,
      offers: exportOffersPersonalData,
      chats: exportChatPersonalData,
      telegram: exportTelegramLink,
    },
  };
}
