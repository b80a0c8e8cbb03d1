import type { Tree } from './source.ts';

const bytes = 'files come with it';
const network = 'the network is asked first';
const ownReason = 'about the own session, or a request of a colleague';
const chat = 'a conversation';
const decision = 'files come with it, and one of two rules may ask for a second member';

/** Calls by which the team changes something and that are not actions on one row, each with the reason. */
export const routesOfTeam: Readonly<Record<string, string>> = {
  'POST /api/admin/step-up': ownReason,
  'PUT /api/telegram': 'when the member themselves is notified',
  'POST /api/admin/approvals/:id/approve': ownReason,
  'POST /api/admin/approvals/:id/refuse': ownReason,
  'DELETE /api/admin/approvals/:id': ownReason,
  'POST /api/admin/audit-log/verify': 'reads the whole log',
  'POST /api/admin/blog-preview': 'changes nothing',
  'POST /api/admin/blog-images': bytes,
  'POST /api/admin/chat-rooms': chat,
  'PUT /api/admin/chat-rooms/:roomId/close': chat,
  'PUT /api/admin/chat-rooms/:roomId/reopen': chat,
  'POST /api/admin/chat-rooms/:roomId/files': chat,
  'PUT /api/admin/chat-rooms/:roomId/assignee': chat,
  'PUT /api/admin/agent-requests/:id': chat,
  'POST /api/admin/transactions/:id/notes': 'a note is about a row of one of three kinds',
  'POST /api/admin/chat-rooms/:roomId/notes': 'a note is about a row of one of three kinds',
  'POST /api/admin/users/:id/notes': 'a note is about a row of one of three kinds',
  'PUT /api/admin/notes/:id': 'a note is about a row of one of three kinds',
  'POST /api/admin/deposit-sources': 'a first change is asked for in the same transaction',
  'POST /api/admin/deposit-sources/preview': 'changes nothing',
  'POST /api/admin/deposit-sources/:id/addresses/:addressId/check': network,
  'POST /api/admin/transactions/:id/check': network,
  'POST /api/admin/sell-quotes/:id/play': 'plays on a simulated chain before the transaction',
  'POST /api/admin/transactions/:id/play': 'plays on a simulated chain before the transaction',
  'POST /api/admin/files/:filename/case-link': 'a link is signed outside of the transaction',
  'PUT /api/admin/setup/:step': 'a mark of the own progress',
  'POST /api/admin/setup/mail': network,
  'PUT /api/admin/settings': 'any number of sections, and the caches of all processes',
  'POST /api/admin/price-sources/:source/test': network,
  'POST /api/admin/held-rates/:id': 'its row is a coin or a currency, and the password depends on the decision',
  'POST /api/admin/transactions/:id/payout': 'two actions in one path, which ask the node first',
  'POST /api/admin/transactions/approve': 'each of many rows is judged in a transaction of its own',
  'POST /api/admin/transactions/undo': 'each of many rows is the declared action, in a transaction of its own',
  'POST /api/admin/offers/estimate': 'changes nothing',
  'POST /api/admin/payout-batches': 'its rows are named in the body',
  'POST /api/admin/users': 'there is no row before',
  'POST /api/admin/imports': bytes,
  'POST /api/admin/statements': bytes,
  'POST /api/admin/statements/:id/settle': 'thousands of rows in many transactions',
  'POST /api/admin/statement-lines/:id/match': 'the password and the second member depend on what is found',
  'POST /api/admin/books/disposals': bytes,
  'PUT /api/admin/transactions/:id/status': decision,
  'PATCH /api/admin/transactions/:id/status': decision,
  'POST /api/admin/transactions/:id/amendments': bytes,
};

/** Audit entries of actions that other code records as well: where, and as a part of what. */
export const sideEffects: Readonly<Record<string, readonly string[]>> = {
  // A user who signs in with the factor stops its removal.
  'user.factor_removal_stopped': ['auth/auth.care.service.ts'],
  // A new source is switched on, a stop is lifted, and the forged row of a source is switched off.
  'source.changed': [
    'deposit-sources/deposit-sources.actions.service.ts',
    'deposit-sources/deposit-sources.service.ts',
  ],
  // A second member confirms a stop, and the entry is theirs.
  'source.stopped': ['deposit-sources/deposit-sources.actions.service.ts'],
  // The first start of an installation stores the currencies.
  'fiat_currency.seeded': ['fiat-exchange/fiat-exchange.currencies.service.ts'],
  // A batch is voided, or a reorganisation takes the coins of a payout.
  'payout.held': ['payouts/batches/payouts.batches.service.ts', 'payouts/payouts.reorganised.service.ts'],
  'payout_batch.cancelled': ['payouts/payouts.reorganised.service.ts'],
  // A line of a statement reports it.
  'payout.returned': ['payouts/statements/payouts.matches.service.ts'],
  'payout_batch.sent': ['payouts/batches/payouts.batches.actions.service.ts'],
  'payout.settled': ['payouts/statements/payouts.settling.service.ts'],
  // The post is taken offline.
  'newsletter.stopped': ['newsletter/newsletter.sending.service.ts'],
  // A member takes a rejection back.
  'refund.cancelled': ['refunds/refunds.undo.service.ts'],
  // The chain reports it.
  'refund.confirmed': ['refunds/refunds.confirmation.service.ts'],
  'refund.reset': ['refunds/refunds.confirmation.service.ts'],
  // An invitation ends with the membership of the member who sent it.
  'team.ended': ['team/team.actions.service.ts'],
  // A counter sale names its transfer.
  'unmatched.assigned': ['settlements/unmatched.actions.service.ts'],
  // Each decision that sends coins back opens a refund, and the rules make a settlement.
  'refund.due': ['refunds/refunds.service.ts'],
  'settlement.made': ['settlements/settlements.service.ts'],
};

const auditCall = /\brecordAudits?\(\s*[\w.]+,\s*[\w.']+,\s*'([\w.]+)'/g;

/** The files of server/features that record audit entries with these names themselves, by name. */
export function recordedByHand(tree: Tree, names: ReadonlySet<string>): Record<string, string[]> {
  const filesByAction = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    if (!path.startsWith('server/features/') || path.includes('.test.')) continue;
    for (const [, name = ''] of text.matchAll(auditCall))
      if (names.has(name))
        filesByAction.set(name, (filesByAction.get(name) ?? new Set()).add(path.slice('server/features/'.length)));
  }
  return Object.fromEntries([...filesByAction].map(([name, paths]) => [name, [...paths].toSorted()]));
}
