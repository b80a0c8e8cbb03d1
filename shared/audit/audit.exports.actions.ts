import { code, flag, format, id, moment, month, oneOrCodes, optional, text, user, type Params } from './audit.kinds.ts';

/** The filters of the list; a search is recorded only as `true`. */
const list = {
  format: format('format'),
  from: optional(moment('audit:from')),
  to: optional(moment('audit:to')),
  searched: optional(flag('searched')),
};
const handling = { assignee: optional(text('assignee')), tag: optional(text('tag')) };

export const exportActions = {
  'audit.exported': {
    ...list,
    actor: optional(code('audit:actor', 'audit:role.')),
    action: optional(text('audit:action')),
    subjectType: optional(code('audit:about', 'audit:subjectType.')),
    subjectId: optional(id('subjectId')),
  },
  'book.exported': { format: list.format, month: month('books.admin:export.month'), columns: text('kind') },
  'fee.exported': list,
  'kyc.exported': { ...list, status: optional(code('status', 'common:status.')) },
  'newsletter.exported': list,
  'payout.exported': {
    format: list.format,
    state: optional(oneOrCodes('status', 'payouts.admin:state.')),
    currency: optional(text('currency')),
    method: optional(text('method')),
    user: optional(user('userId')),
    sort: optional(text('sort')),
    searched: list.searched,
  },
  'source.exported': { format: list.format, sourceId: optional(id('source')) },
  'transaction.exported': {
    ...list,
    ...handling,
    user: optional(user('userId')),
    status: optional(oneOrCodes('status', 'common:status.')),
    type: optional(code('type', 'audit.params:value.type.')),
    currency: optional(text('currency')),
    work: optional(code('orders.admin:work.label', 'orders.admin:work.')),
  },
  'user.exported': {
    ...list,
    ...handling,
    status: optional(code('status', 'common:status.')),
    kyc: optional(code('users.admin:filter.kyc', 'common:status.')),
  },
} as const satisfies Record<string, Params>;
