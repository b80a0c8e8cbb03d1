import { describeMails } from '#tests/setup/mails.ts';
import { alarmsMail } from './alarms.mail.templates.ts';

const checkpoint = { seq: '1204', hash: 'ab'.repeat(32) };
describeMails(alarmsMail, { audit_cut: checkpoint, audit_head: checkpoint });
