import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'يُرجى تأكيد اشتراكك',
    heading: 'ضغطة واحدة ويتم اشتراكك',
    body: 'طلب أحدهم، ونأمل أنه أنت، الاشتراك في نشرتنا على هذا البريد. لا نرسل شيئًا قبل تأكيدك.',
    open: 'تأكيد اشتراكي',
    ignore: 'إن لم تكن أنت، فلا يلزمك فعل شيء: نحذف العناوين غير المؤكدة بعد أسبوع.',
    leave: 'لا تراسلوني أبدًا',
  },
  newsletter_welcome: {
    subject: 'تم اشتراكك',
    heading: 'تم اشتراكك',
    body: 'من الآن تصلك أخبار \u2068{brand}\u2069 على هذا البريد. وحتى ذلك الحين، هذا ما كتبناه إلى اليوم.',
    open: 'قراءة المدونة',
    leave: 'إلغاء الاشتراك',
  },
};
