import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/mail/mail.telegram.contract.ts';
import type { MailDeps } from './mail.ports.ts';
import { changeNotices, endTelegramLink, readTelegramStatus, requestTelegramLink } from './mail.telegram.service.ts';

/** The user's own chat on Telegram, where status messages go beside the mails, and when a member is notified. */
export function mailTelegramRoutes(deps: Platform & MailDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.telegramStatus, 'customer', ({ actor }) => readTelegramStatus(deps, actor));
  route(contract.linkTelegram, 'customer', ({ actor }) => requestTelegramLink(deps, actor));
  route(contract.changeNotices, 'member', ({ actor, body }) => changeNotices(deps, actor, body));
  route(contract.unlinkTelegram, 'customer', ({ actor }) => endTelegramLink(deps, actor));
  return router;
}
