import { describeMails } from '#tests/setup/mails.ts';
import { teamMail } from './team.mail.templates.ts';

describeMails(teamMail, {
  team_invitation: { role: 'reviewer', path: '/invitation/abc', hours: 24 },
  setup_test: { path: '/admin/dashboard' },
  approval_wanted: { by: 'Ola Owner', path: '/admin/approvals' },
  owner_notice: {
    kind: 'promoted',
    member: 'Mo Reviewer',
    role: 'owner',
    by: 'Ola Owner',
    time: '2026-11-22T10:00:00.000Z',
    path: '/admin/team',
  },
});
