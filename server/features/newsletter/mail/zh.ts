import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: '请确认您的订阅',
    heading: '点击一下即可完成订阅',
    body: '有人（应该是您）用此邮箱订阅了我们的资讯。确认之前，我们不会发送任何内容。',
    open: '确认订阅',
    ignore: '如果不是您本人操作，您无需做任何事：未确认的邮箱会在一周后被清除。',
    leave: '不再给我发邮件',
  },
  newsletter_welcome: {
    subject: '订阅成功',
    heading: '订阅成功',
    body: '此后{brand}的资讯会发送到此邮箱。在此之前，欢迎阅读我们已发布的文章。',
    open: '阅读博客',
    leave: '退订',
  },
};
