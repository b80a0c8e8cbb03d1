import type { TeamMailTexts } from './en.ts';

/** The texts of these mails in Russian. */
export const ru: TeamMailTexts = {
  team_invitation: {
    subject: 'Приглашение в команду',
    heading: 'Вас пригласили в команду',
    body: 'Вас пригласили в команду {brand}. Роль: {role}. Придумайте пароль и настройте двухэтапную аутентификацию, чтобы начать.',
    valid: 'Ссылка действует {hours} часа и срабатывает один раз.',
    accept: 'Принять приглашение',
    ignore: 'Если вы не ждали приглашения, не обращайте внимания на это письмо.',
    roles: {
      owner: 'владелец',
      reviewer: 'проверяющий',
      payer: 'кассир',
      support: 'поддержка',
      auditor: 'аудитор',
    },
  },
};
