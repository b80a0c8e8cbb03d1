/** Of the team, its notes and its approvals: see errorTexts. */
export const teamErrorTexts = {
  // team
  already_invited: 'This address already has an open invitation. Please send it again instead.',
  already_member: 'This user is already a member of the team.',
  invitation_link_expired: 'This invitation has expired or was replaced by a newer one. Please ask for another.',
  invitation_unknown: 'We can’t find this invitation. Please open the full link from the email.',
  invitation_used: 'This invitation has already been accepted. Please sign in.',
  is_customer: 'This address belongs to a customer. A member of the team needs an address of their own.',
  last_owner:
    'The owner named by ADMIN_EMAIL in the settings of the server can neither be removed nor given another role.',
  member_not_found: 'This member does not exist.',
  member_protected: 'A member’s account is managed on the Team page.',
  password_too_short_for_team: 'A password of the team must be at least 12 characters',
  role_required: 'Please choose a role',
  // receiving accounts
  receiving_account_foreign:
    'This account was not written by this product. Please enter all of it again, or delete it.',
  // pictures of payments, which the team sees
  case_picture_used:
    'You have already opened another picture of this transaction. Please ask someone who decides on transactions.',
  view_reason_required: 'Please say why you need to see this picture.',
  // notes, tags, assignments
  assignee_no_chat: 'This member may not answer chats.',
  mention_unknown: 'Only members of the team can be mentioned.',
  note_not_author: 'Only its author can change a note.',
  note_not_found: 'This note does not exist.',
  note_required: 'Please write a note',
  tag_invalid: 'A tag has up to 24 letters, digits and hyphens',
  // approvals
  approval_decided: 'This request has already been decided.',
  approval_expired: 'This request has expired. Please start the action again.',
  approval_changed: 'What was requested has changed since then. The request is void. Please start the action again.',
  approval_new_member: 'You are new in this role. You can approve requests from {{time}}.',
  approval_not_found: 'This request does not exist.',
  approval_not_own: 'Only the member who asked can withdraw this request.',
  approval_own: 'This is your own request. Another member of the team has to decide on it.',
  expire_hours_invalid: 'Please enter 1 to 168 whole hours',
  rate_percent_invalid: 'Please enter 0 to 50%',
  second_user_needed:
    'No one else on the team can approve this. Please first invite a second member who may decide on transactions.',
} as const;
