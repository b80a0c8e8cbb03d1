import {
  about,
  change,
  code,
  codes,
  count,
  day,
  flag,
  id,
  moment,
  optional,
  order,
  quiet,
  subject,
  user,
  type Params,
} from './audit.kinds.ts';

const isYes = (label: 'email' | 'password') => quiet(flag(label));
const ip = id('ip');
const ownRole = code('role', 'team:role.');

export const accountActions = {
  'admin.changed_by_settings': { email: isYes('email'), password: isYes('password') },
  'admin.created': {},
  'admin.second_factor_removed': {},
  'auth.email_changed': {},
  'auth.password_changed': {},
  'auth.recovery_codes_renewed': {},
  'auth.second_factor_off': {},
  'auth.second_factor_on': {},
  'auth.session_ended': {},
  'auth.sessions_ended': { ended: count('ended') },
  'auth.sign_in_failed': { ip },
  'auth.signed_in': { ip },
  'auth.signed_out': {},
  'auth.step_up_failed': {},
  'auth.stepped_up': {},
} as const satisfies Record<string, Params>;

const request = {
  kind: code('kind', 'approvals:kind.'),
  subjectId: subject('subjectId', {
    of: 'kind',
    users: ['unblock', 'erase'],
    orders: ['payout', 'warned_approval'],
  }),
  askedBy: optional(user('askedBy')),
};

export const teamActions = {
  'approval.approved': request,
  'approval.expired': request,
  'approval.refused': request,
  'approval.requested': request,
  'approval.voided': { ...request, because: code('reason', 'approvals:voidReason.', 'errors:') },
  'team.ended': { role: optional(ownRole), wasInvited: optional(flag('wasInvited')) },
  'team.invited': { role: ownRole, again: optional(flag('again')) },
  'team.joined': { role: ownRole, ip },
  'team.role_changed': change(code('change', 'team:role.')),
} as const satisfies Record<string, Params>;

const reason = about('reason');

export const userActions = {
  'user.assigned': change(user('change')),
  'user.blocked': { reason: optional(reason) },
  'user.brought': {},
  'user.deleted': { retentionYears: optional(count('retentionYears')) },
  'user.edited': { fields: codes('fields', 'users.admin:edit.') },
  'user.erasure_scheduled': { eraseAt: moment('eraseAt') },
  'user.erasure_taken_back': {},
  'user.evidence_erased': {},
  'user.factor_removal_scheduled': { removeAt: moment('removeAt'), reason: optional(reason) },
  'user.factor_removal_stopped': {},
  'user.factor_removed': {},
  'user.invited': {},
  'user.reset_link_sent': {},
  'user.signed_out': { sessions: count('sessions') },
  'user.tagged': change(count('change')),
  'user.unblocked': {},
} as const satisfies Record<string, Params>;

export const importActions = {
  'import.applied': { created: count('created'), skipped: count('skipped'), invited: quiet(count('invited')) },
  'import.checked': { ready: count('ready'), same: count('same'), skipped: count('skipped'), sha256: id('sha256') },
  'import.dropped': {},
} as const satisfies Record<string, Params>;

const userParams = { userId: user('userId') };
const kycDecision = { ...userParams, expiresOn: optional(day('expiresOn')) };
const openedOrder = {
  purpose: code('purpose', 'audit.params:value.purpose.'),
  ownerId: optional(user('userId')),
  orderId: optional(order('orderId')),
};
const note = { mentions: quiet(count('mentions')), note: id('note') };

export const caseActions = {
  'chat.note_written': {},
  'chat.request_handled': {},
  'chat.request_reopened': {},
  'chat.room_assigned': change(user('change')),
  'chat.room_begun': userParams,
  'chat.room_closed': {},
  'chat.room_reopened': {},
  'file.opened_for_case': { ...openedOrder, reason: optional(reason) },
  'file.viewed': openedOrder,
  'kyc.approved': kycDecision,
  'kyc.expired': userParams,
  'kyc.rejected': kycDecision,
  'kyc.revoked': userParams,
  'kyc.submitted': {
    documentType: code('documentType', 'kyc:type.'),
    hasBack: flag('hasBack'),
    hasSelfie: flag('hasSelfie'),
  },
  'kyc.viewed': userParams,
  'note.edited': note,
  'note.written': note,
} as const satisfies Record<string, Params>;
