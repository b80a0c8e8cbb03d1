import type { KycMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: KycMailTexts = {
  kyc: {
    notes: 'Mensaje de nuestro equipo',
  },
  kyc_received: {
    subject: 'Recibimos sus documentos',
    heading: 'Recibimos sus documentos',
    body: 'Una persona los revisa (plazo: {review}). Le escribiremos en cuanto haya una decisión; no tiene que hacer nada.',
    never: 'Nunca envíe documentos por correo ni por chat.',
    open: 'Ver su verificación',
  },
  kyc_approved: {
    subject: 'Su identidad está verificada',
    heading: 'Su identidad está verificada',
    body: 'Desde ahora puede vender por más de {limit} USD en {days} días.',
    open: 'Vender cripto',
  },
  kyc_rejected: {
    subject: 'No pudimos verificar su identidad',
    heading: 'No pudimos verificar su identidad',
    body: 'Abajo puede leer por qué. Corríjalo y envíe sus documentos de nuevo: lo que escribió la última vez sigue ahí.',
    open: 'Enviar de nuevo',
    help: 'Si cree que es un error, escriba a {supportEmail}.',
  },
};
