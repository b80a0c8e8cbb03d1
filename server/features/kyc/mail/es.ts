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
  kyc_revoked: {
    subject: 'Su verificación ya no es válida',
    heading: 'Su verificación de identidad ya no es válida',
    body: 'Abajo puede leer por qué. Hasta que envíe sus documentos de nuevo y los revisemos, puede vender hasta {limit} USD en {days} días. Las órdenes que ya envió no cambian.',
    open: 'Enviar de nuevo',
  },
  kyc_expired: {
    subject: 'Su documento de identidad venció',
    heading: 'Su documento de identidad venció',
    body: 'Hasta que revisemos un documento vigente, puede vender hasta {limit} USD en {days} días. Lo que escribió la última vez sigue ahí.',
    open: 'Enviar un documento nuevo',
  },
  kyc_expiring: {
    subject: 'Su documento de identidad vence pronto',
    heading: 'Su documento de identidad vence pronto',
    body: 'Su documento es válido hasta el {date}. Después de ese día puede vender hasta {limit} USD en {days} días, hasta que envíe uno nuevo y lo revisemos.',
    open: 'Ver su verificación',
  },
};
