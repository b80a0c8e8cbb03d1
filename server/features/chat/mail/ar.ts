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
    subject: 'أجبناك في المحادثة',
    heading: 'جواب عن سؤالك',
    body: 'كنت قد غادرت المحادثة عند كتابة هذا الجواب:',
    answer: 'الدعم',
    safety: 'لا نرسل أبدًا عناوين إيداع أو بيانات بنكية في المحادثة أو في رسائلها.',
    open: 'متابعة المحادثة',
  },
};
