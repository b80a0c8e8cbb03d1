/** Message on /ws to the team when the rules of dual approval have changed; each screen fetches them again. */
export type ApprovalSocketEvent = { type: 'approval_rules_changed' };
