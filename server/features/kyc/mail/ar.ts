import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: KycMailTexts = {
  kyc: {
    notes: 'رسالة من فريقنا',
  },
  kyc_received: {
    subject: 'وصلتنا وثائقك',
    heading: 'وصلتنا وثائقك',
    body: 'يراجعها فريقنا. مدة المراجعة: \u2068{review}\u2069. نكتب إليك فور صدور القرار، ولا يلزمك فعل شيء.',
    never: 'يُرجى عدم إرسال وثائق بالبريد أو في المحادثة أبدًا.',
    open: 'عرض حالة التحقق',
  },
  kyc_approved: {
    subject: 'تم التحقق من هويتك',
    heading: 'تم التحقق من هويتك',
    body: 'من الآن يمكنك البيع بأكثر من \u2066{limit} USD\u2069 خلال {days} يومًا.',
    open: 'بيع العملات الرقمية',
  },
  kyc_rejected: {
    subject: 'تعذّر التحقق من هويتك',
    heading: 'تعذّر التحقق من هويتك',
    body: 'تجد السبب أدناه. يُرجى التصحيح وتقديم وثائقك من جديد: ما كتبته سابقًا ما زال محفوظًا.',
    open: 'التقديم من جديد',
    help: 'إن كنت ترى أن هذا خطأ، فراسل \u2066{supportEmail}\u2069.',
  },
};
