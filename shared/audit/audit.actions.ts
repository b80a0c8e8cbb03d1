import type catalogue from '#shared/locales/en/audit.json';
import { accountActions, caseActions, importActions, teamActions, userActions } from './audit.accounts.actions.ts';
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

/** Features of actions, and kinds of their subjects. */
export type AuditSubjectType = keyof typeof catalogue.subjectType;

/** Details of each action, by kind: a kind is checked when it is recorded, and shown on the screen. */
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
  ...importActions,
  ...caseActions,
  ...walletActions,
  ...sourceActions,
  ...rateActions,
  ...settingActions,
  ...operationActions,
  ...exportActions,
} satisfies Record<AuditActionName, Params>;

type UnionToIntersection<Union> = (Union extends unknown ? (item: Union) => void : never) extends (
  item: infer All,
) => void
  ? All
  : never;
type DetailsOfEach<Action extends AuditActionName> = Action extends unknown
  ? Details<(typeof auditActions)[Action]>
  : never;

/** Details of this action; for several actions, those that fit all of them. */
export type AuditDetails<Action extends AuditActionName> = UnionToIntersection<DetailsOfEach<Action>>;

/** The declared details of a stored action; none for an action that this version does not know. */
export function paramsOf(action: string): Params {
  const declaredActions: Readonly<Record<string, Params>> = auditActions;
  return declaredActions[action] ?? {};
}
