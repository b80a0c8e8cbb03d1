import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Spanish. */
export const es: TeamMailTexts = {
  team_invitation: {
    subject: 'Invitación al equipo',
    heading: 'Se le ha invitado al equipo',
    body: 'Se le ha invitado al equipo de {brand} con la función de {role}. Elija una contraseña y configure la verificación en dos pasos para empezar.',
    valid: 'Este enlace vale {hours} horas y funciona una sola vez.',
    accept: 'Aceptar la invitación',
    ignore: 'Si no esperabas esta invitación, puedes ignorar este mensaje.',
    roles: {
      owner: 'propietario',
      reviewer: 'revisor',
      payer: 'pagador',
      support: 'soporte',
      auditor: 'auditor',
    },
  },
};
