import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: AuthMailTexts = {
  verification_code: {
    subject: '您的验证码',
    heading: '您的验证码',
    body: '请输入此验证码以确认您的邮箱，{minutes}分钟内有效。',
    ignore: '如果不是您本人操作，可忽略此邮件。',
  },
  already_registered: {
    subject: '有人尝试用您的邮箱注册',
    heading: '您已有账户',
    body: '刚才有人（也许是您）尝试用此邮箱注册。没有任何变动。',
    signIn: '登录',
    forgot: '如果忘记了密码，可以重新设置：',
    reset: '重设密码',
    ignore: '如果不是您本人操作，您无需做任何事。',
  },
  password_reset: {
    subject: '重设您的密码',
    heading: '设置新密码',
    body: '请在{minutes}分钟内使用此链接。链接仅可使用一次，使用后所有设备都会退出登录。',
    open: '设置新密码',
    ignore: '如果不是您本人操作，可忽略此邮件，您的密码不会改变。',
  },
  password_changed: {
    subject: '您的密码已修改',
    heading: '您的密码已修改',
    body: '您账户的密码刚刚被修改，其他所有设备均已退出登录。',
    notYou: '如果不是您本人操作，请立即重设密码并联系我们。',
    reset: '重设密码',
  },
  email_changed: {
    subject: '您账户的邮箱已更换',
    heading: '您的账户已更换邮箱',
    body: '您账户的邮箱刚刚被更换，此后我们会写信到新邮箱。',
    notYou: '如果不是您本人操作，请立即写信至{supportEmail}。',
  },
  second_factor_changed: {
    subject: '您账户的两步验证已更改',
    heading: '您的两步验证已更改',
    on: '此后登录时需要输入验证器应用中的验证码。',
    off: '此后登录时不再需要验证器应用中的验证码。',
    codes: '已生成新的恢复码，旧的恢复码已失效。',
    removed: '管理员账户的两步验证已通过服务器上的命令移除，下次登录时须重新设置。',
    notYou: '如果不是您本人操作，请立即重设密码并联系我们。',
    reset: '重设密码',
  },
};
