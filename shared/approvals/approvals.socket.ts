/** On /ws to the team: which actions need a second member has changed; the screen fetches what it shows of it. */
export type ApprovalSocketEvent = { type: 'approval_rules_changed' };
