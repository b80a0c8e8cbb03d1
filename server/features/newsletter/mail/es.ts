import type { NewsletterMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: NewsletterMailTexts = {
  newsletter_confirm: {
    subject: 'Confirme su suscripción',
    heading: 'Un clic y su suscripción queda lista',
    body: 'Alguien, ojalá usted, pidió nuestras noticias en este correo. No enviamos nada antes de que confirme.',
    open: 'Confirmar mi suscripción',
    ignore: 'Si no fue usted, no tiene que hacer nada: borramos las direcciones sin confirmar al cabo de una semana.',
    leave: 'No me escriban más',
  },
  newsletter_welcome: {
    subject: 'Su suscripción está confirmada',
    heading: 'Su suscripción está confirmada',
    body: 'Desde ahora recibe las noticias de {brand} en este correo. Mientras tanto, esto es lo que hemos escrito hasta hoy.',
    open: 'Leer el blog',
    leave: 'Darme de baja',
  },
};
