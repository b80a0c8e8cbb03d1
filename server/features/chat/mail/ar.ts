import type { ChatMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: ChatMailTexts = {
  agent_request_notice: {
    subject: 'طلب أحدهم موظف دعم',
    heading: 'طلب أحدهم موظف دعم',
    from: 'العنوان الذي تركه',
    message: 'رسالته',
    open: 'فتح محادثات الدعم',
  },
  chat_answer: {
    subject: 'كتبنا إليك في المحادثة',
    heading: 'رسالة من فريق الدعم',
    body: 'كتبنا إليك هذا في المحادثة أثناء غيابك:',
    answer: 'الدعم',
    safety: 'لا نرسل أبدًا عناوين إيداع أو بيانات بنكية في المحادثة أو في رسائلها.',
    open: 'متابعة المحادثة',
  },
};
