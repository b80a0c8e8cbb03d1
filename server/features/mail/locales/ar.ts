import type { LayoutTexts } from './en.ts';

/** The texts around every mail in Arabic. */
export const ar: LayoutTexts = {
  hello: 'مرحبًا {firstName}،',
  helloAll: 'مرحبًا،',
  linkHint: 'إذا لم يعمل الزر، فانسخ هذا العنوان إلى متصفحك:',
  automatic: 'أُرسلت هذه الرسالة تلقائيًا. لديك أسئلة؟ راسل \u2066{supportEmail}\u2069.',
  operator: 'تُشغّل \u2068{operator}\u2069 خدمة \u2068{brand}\u2069.',
  never: 'لا نطلب أبدًا كلمة مرورك أو رمزًا بالبريد أو في المحادثة أو بالهاتف.',
};
