import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/mail/mail.telegram.contract.ts';
import type { MailDeps } from './mail.ports.ts';
import { endTelegramLink, readTelegramStatus, requestTelegramLink } from './mail.telegram.service.ts';
import { changeNoticeSettings } from './notices/notices.service.ts';

/** The user's own chat on Telegram, where status messages go beside the mails, and when a member is notified. */
export function mailTelegramRoutes(deps: Platform & MailDeps): Router {
  const { router, route } = createRoutes(deps);
  route(contract.telegramStatus, 'customer', ({ actor }) => readTelegramStatus(deps, actor));
  route(contract.linkTelegram, 'customer', ({ actor }) => requestTelegramLink(deps, actor));
  route(contract.changeNotices, 'member', ({ actor, body }) =>
    deps.inTx(async (tx) => {
      await changeNoticeSettings(tx, actor.userId, body);
      return readTelegramStatus({ ...deps, db: tx }, actor);
    }),
  );
  route(contract.unlinkTelegram, 'customer', ({ actor }) => endTelegramLink(deps, actor));
  return router;
}
