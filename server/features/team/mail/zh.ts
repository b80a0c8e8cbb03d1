import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: TeamMailTexts = {
  team_invitation: {
    subject: '团队邀请',
    heading: '您受邀加入团队',
    body: '您受邀以"{role}"角色加入 {brand} 团队。请设置密码和两步验证后开始使用。',
    valid: '此链接 {hours} 小时内有效,且只能使用一次。',
    accept: '接受邀请',
    ignore: '如果您没有预期收到此邀请,请忽略本邮件。',
    roles: {
      owner: '所有者',
      reviewer: '审核员',
      payer: '付款员',
      support: '客服',
      auditor: '审计员',
    },
  },
};
