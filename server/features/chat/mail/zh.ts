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
    subject: '我们在聊天中回复了您',
    heading: '对您问题的回复',
    body: '写下此回复时，您已离开聊天：',
    answer: '客服',
    safety: '我们绝不会在聊天或其邮件中发送充值地址或银行信息。',
    open: '继续聊天',
  },
};
