import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Arabic. */
export const ar: TeamMailTexts = {
  team_invitation: {
    subject: 'دعوة إلى الفريق',
    heading: 'أنت مدعو إلى الفريق',
    body: 'دعاك أحد أعضاء {brand} إلى الانضمام إلى الفريق بصفة: {role}. اختر كلمة مرور وفعّل التحقق بخطوتين لتبدأ.',
    valid: 'يسري هذا الرابط {hours} ساعة ويعمل مرة واحدة.',
    accept: 'قبول الدعوة',
    ignore: 'إن لم تكن تتوقع هذه الدعوة، فتجاهل الرسالة.',
    roles: {
      owner: 'مالك',
      reviewer: 'مراجع',
      payer: 'مسؤول دفع',
      support: 'دعم',
      auditor: 'مدقق',
    },
  },
};
