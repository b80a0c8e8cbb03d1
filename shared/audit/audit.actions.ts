import type catalogue from '#shared/locales/en/audit.json';
import { accountActions, caseActions, teamActions, userActions } from './audit.accounts.actions.ts';
import { exportActions } from './audit.exports.actions.ts';
import type { Details, Params } from './audit.kinds.ts';
import {
  depositActions,
  offerActions,
  quoteActions,
  refundActions,
  settlementActions,
  transactionActions,
} from './audit.orders.actions.ts';
import { bankActions, batchActions, bookActions, payoutActions } from './audit.payouts.actions.ts';
import {
  operationActions,
  rateActions,
  settingActions,
  sourceActions,
  walletActions,
} from './audit.product.actions.ts';

type Sentences = typeof catalogue.sentence;

/** Every action that the audit log records, `<feature>.<action>`: the catalogues have a sentence for each. */
export type AuditActionName = {
  [Feature in keyof Sentences]: `${Feature}.${keyof Sentences[Feature] & string}`;
}[keyof Sentences];

/** What actions belong to, and what they are done to. */
export type AuditSubjectType = keyof typeof catalogue.subjectType;

/** What is recorded with each action, by its kind: how it is checked where it is recorded, and shown on the screen. */
export const auditActions = {
  ...transactionActions,
  ...depositActions,
  ...quoteActions,
  ...offerActions,
  ...settlementActions,
  ...refundActions,
  ...payoutActions,
  ...batchActions,
  ...bankActions,
  ...bookActions,
  ...accountActions,
  ...teamActions,
  ...userActions,
  ...caseActions,
  ...walletActions,
  ...sourceActions,
  ...rateActions,
  ...settingActions,
  ...operationActions,
  ...exportActions,
} satisfies Record<AuditActionName, Params>;

type Both<Union> = (Union extends unknown ? (item: Union) => void : never) extends (item: infer All) => void
  ? All
  : never;
type DetailsOfEach<Action extends AuditActionName> = Action extends unknown
  ? Details<(typeof auditActions)[Action]>
  : never;

/** What is recorded with this action; with one of several, what fits all of them. */
export type AuditDetails<Action extends AuditActionName> = Both<DetailsOfEach<Action>>;

/** The declared details of a stored action; none for one of another version that this one does not know. */
export function paramsOf(action: string): Params {
  const declared: Readonly<Record<string, Params>> = auditActions;
  return declared[action] ?? {};
}
