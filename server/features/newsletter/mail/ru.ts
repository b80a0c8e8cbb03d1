import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Russian. */
export const ru: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Подтвердите подписку',
    heading: 'Осталось одно нажатие',
    body: 'Кто-то, надеемся, что вы, попросил присылать наши новости на этот адрес. До подтверждения мы ничего не отправим.',
    open: 'Подтвердить подписку',
    ignore: 'Если это были не вы, ничего делать не нужно: неподтверждённые адреса мы удаляем через неделю.',
    leave: 'Больше мне не писать',
  },
  newsletter_welcome: {
    subject: 'Вы подписаны',
    heading: 'Вы подписаны',
    body: 'Теперь новости {brand} будут приходить на этот адрес. А пока вот то, что мы уже написали.',
    open: 'Читать блог',
    leave: 'Отписаться',
  },
};
