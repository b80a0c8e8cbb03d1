import { setTimeout as pause } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool/index.js';
import { envelopeOf, MailRefused, type Mailer } from './mail.ts';

export type SmtpOptions = {
  url: string;
  from: string;
  /** Refuses a server without STARTTLS: an attacker on the way can remove the server's offer. */
  requireTls?: boolean;
  /** Limit each for connecting, greeting and silence in between; default 10 s. */
  timeoutMs?: number;
};

const connectionLimit = 4;
/** A delivery ends before its lease does, however slowly the server answers. */
const deliveryTimeoutMs = 45_000;
/** Errors of one message; all others are errors of the server. */
const messageErrors = new Set(['EENVELOPE', 'EMESSAGE']);

/** Hands mails to an SMTP server over a few connections that stay open. */
export function smtpMailer({ url, from, requireTls = false, timeoutMs = 10_000 }: SmtpOptions): Mailer {
  const options: SMTPPool.Options = {
    url,
    pool: true,
    requireTLS: requireTls,
    maxConnections: connectionLimit,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
  };
  const transport = createTransport(options);
  return {
    send: async (mail) => {
      const message: SendMailOptions = envelopeOf(from, mail);
      const endController = new AbortController();
      const timeout = pause(deliveryTimeoutMs, undefined, { signal: endController.signal, ref: false }).then(() => {
        throw new MailRefused('took too long', { isServerDown: true });
      });
      try {
        await Promise.race([transport.sendMail(message), timeout]);
      } catch (error) {
        throw refusalOf(error);
      } finally {
        endController.abort();
        timeout.catch(() => undefined);
      }
    },
    verify: async () => {
      try {
        await transport.verify();
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close: () => transport.close(),
  };
}

type SmtpError = { code?: string; originalCode?: string; responseCode?: number };

/**
 * Codes and numbers only: a server's message quotes the recipient. `originalCode` is refused, untrusted or not found.
 */
function refusalOf(error: unknown): MailRefused {
  if (error instanceof MailRefused) return error;
  // The library adds these properties to its errors without a type.
  const { code = 'unknown', originalCode, responseCode } = error as SmtpError;
  // 421: the server is shutting down; the recipient is not the reason.
  const isServerDown = !messageErrors.has(code) || responseCode === 421 || responseCode === undefined;
  return new MailRefused([code, originalCode, responseCode].filter(Boolean).join(' '), { isServerDown });
}
