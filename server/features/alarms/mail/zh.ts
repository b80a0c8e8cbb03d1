import type { AlarmsMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: AlarmsMailTexts = {
  audit_cut: {
    subject: '警报：审计日志的末尾被截断',
    heading: '审计日志的末尾被截断',
    body: '数据库中的审计日志已不再包含下面的检查点：末尾的记录被删除，或数据库被恢复到较早的状态。如果是您自己恢复了备份，请删除数据文件夹中的 audit-head.json 并重新启动。否则，说明有人能够写入您的数据库：请查明是谁。',
  },
  audit_head: {
    subject: '审计日志已到检查点 {seq}',
    heading: '审计日志的当前位置',
    body: '请保存此邮件。即使有人控制了服务器及其数据库，日后也能凭它发现审计日志末尾是否被截断：请用下面的编号和哈希运行审计检查。',
  },
  checkpoint: '检查点',
  hash: '哈希',
  open: '打开审计日志',
};
