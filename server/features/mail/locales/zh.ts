import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Chinese. */
export const zh: LayoutTexts = {
  hello: '{firstName}，您好：',
  helloAll: '您好：',
  linkHint: '如果按钮无法使用，请将此地址复制到浏览器中打开：',
  automatic: '此邮件由系统自动发送。如有疑问，请写信至{supportEmail}。',
  operator: '{brand}由{operator}运营。',
  never: '我们绝不会通过邮件、聊天或电话索要您的密码或验证码。',
};
