import { describeMails } from '#tests/setup/mails.ts';
import { teamMail } from './team.mail.templates.ts';

describeMails(teamMail, { team_invitation: { role: 'reviewer', path: '/invitation/abc', hours: 24 } });
