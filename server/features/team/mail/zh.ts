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
  owner_notice: {
    invited: {
      subject: '有人被邀请加入团队',
      heading: '有人被邀请加入团队',
      body: '已发出一份加入您团队的邀请。如果您不知情，请撤回并查明是谁发出的。',
    },
    joined: {
      subject: '有人加入了团队',
      heading: '有人加入了团队',
      body: '一份邀请已被接受。如果您不认识此人，请立即终止其成员资格。',
    },
    promoted: {
      subject: '团队成员的角色已更改',
      heading: '一位成员的权限变大了',
      body: '一位成员获得了权限更大的角色。如果您不知情，请收回该角色并查明是谁授予的。',
    },
    erasure: {
      subject: '一位用户将被删除',
      heading: '一位用户将被删除',
      body: '团队成员请求删除一位用户，该用户已被封禁并退出登录。在下列时间之前，所有者可以在该用户的页面撤回；之后数据将不复存在。',
    },
    member: '成员',
    role: '角色',
    by: '发起人',
    time: '删除时间（UTC）',
    open: '查看',
  },
};
