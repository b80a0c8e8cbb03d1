import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Confirme su suscripción',
    heading: 'Un toque y queda hecha su suscripción',
    body: 'Alguien, ojalá usted, pidió nuestras noticias en este correo. No enviamos nada antes de que confirme.',
    open: 'Confirmar mi suscripción',
    ignore: 'Si no fue usted, no tiene que hacer nada: las direcciones sin confirmar se olvidan en una semana.',
    leave: 'No escribirme nunca',
  },
  newsletter_welcome: {
    subject: 'Su suscripción está confirmada',
    heading: 'Su suscripción está confirmada',
    body: 'Desde ahora recibe las noticias de {brand} en este correo. Mientras tanto, esto es lo que hemos escrito hasta hoy.',
    open: 'Leer el blog',
    leave: 'Darme de baja',
  },
};
