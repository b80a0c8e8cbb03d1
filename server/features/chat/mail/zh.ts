import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Chinese. */
export const zh: ChatMailTexts = {
  agent_request_notice: {
    subject: '有人请求人工客服',
    heading: '有人请求人工客服',
    from: '留下的邮箱',
    message: '留言',
    open: '打开客服对话',
  },
  chat_answer: {
    subject: '我们在聊天中给您留言了',
    heading: '客服消息',
    body: '您不在时，我们在聊天中给您发送了以下消息：',
    answer: '客服',
    safety: '我们绝不会在聊天或相关邮件中发送充值地址或银行信息。',
    open: '继续聊天',
  },
};
