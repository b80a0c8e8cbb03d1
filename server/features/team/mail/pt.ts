import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Portuguese. */
export const pt: TeamMailTexts = {
  team_invitation: {
    subject: 'Convite para a equipe',
    heading: 'Você foi convidado para a equipe',
    body: 'Você foi convidado para a equipe de {brand} na função de {role}. Escolha uma senha e configure a verificação em duas etapas para começar.',
    valid: 'Este link vale por {hours} horas e funciona uma única vez.',
    accept: 'Aceitar o convite',
    ignore: 'Se você não esperava este convite, ignore esta mensagem.',
    roles: {
      owner: 'proprietário',
      reviewer: 'revisor',
      payer: 'pagador',
      support: 'suporte',
      auditor: 'auditor',
    },
  },
};
