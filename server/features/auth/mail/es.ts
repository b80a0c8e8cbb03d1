import type { AuthMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: AuthMailTexts = {
  verification_code: {
    subject: 'Su código',
    heading: 'Su código',
    body: 'Escriba este código para confirmar su correo electrónico. Vale durante {minutes} minutos.',
    ignore: 'Si no lo pidió, puede ignorar este mensaje.',
  },
  already_registered: {
    subject: 'Alguien intentó registrarse con su correo',
    heading: 'Ya tiene una cuenta',
    body: 'Alguien, tal vez usted, acaba de intentar registrarse con este correo. No ha cambiado nada.',
    signIn: 'Iniciar sesión',
    forgot: 'Si olvidó su contraseña, puede crear una nueva:',
    reset: 'Restablecer contraseña',
    ignore: 'Si no fue usted, no tiene que hacer nada.',
  },
  password_reset: {
    subject: 'Restablezca su contraseña',
    heading: 'Cree una contraseña nueva',
    body: 'Use este enlace en los próximos {minutes} minutos. Sirve una sola vez y cierra su sesión en todos los dispositivos.',
    open: 'Crear contraseña nueva',
    ignore: 'Si no lo pidió, puede ignorar este mensaje: su contraseña sigue igual.',
  },
  password_changed: {
    subject: 'Su contraseña se cambió',
    heading: 'Su contraseña se cambió',
    body: 'La contraseña de su cuenta acaba de cambiarse y se cerró la sesión en todos los demás dispositivos.',
    notYou: 'Si no fue usted, restablezca ahora su contraseña y escríbanos.',
    reset: 'Restablecer contraseña',
  },
  email_changed: {
    subject: 'El correo de su cuenta se cambió',
    heading: 'Su cuenta tiene un correo nuevo',
    body: 'El correo electrónico de su cuenta acaba de cambiarse. Desde ahora le escribimos al nuevo.',
    notYou: 'Si no fue usted, escriba de inmediato a {supportEmail}.',
  },
  second_factor_changed: {
    subject: 'Se cambió la verificación en dos pasos',
    heading: 'Se cambió la verificación en dos pasos',
    on: 'Desde ahora se pide un código de su app de autenticación al iniciar sesión.',
    off: 'Ya no se pide un código de su app de autenticación al iniciar sesión.',
    codes: 'Se crearon nuevos códigos de recuperación; los anteriores ya no sirven.',
    removed:
      'La verificación en dos pasos de la cuenta de administrador se eliminó con un comando en el servidor. Hay que configurarla de nuevo en el próximo inicio de sesión.',
    notYou: 'Si no fue usted, restablezca ahora su contraseña y escríbanos.',
    reset: 'Restablecer contraseña',
  },
};
