/** A mail ready to go. */
export type OutgoingMail = {
  /** Equal for every attempt, so that a mail program recognises a second copy. */
  id: string;
  /** Kind of mail; part of the file's name in the outbox folder. */
  template: string;
  /** One bare address. */
  to: string;
  /** The name of the sender, instead of the one in MAIL_FROM. */
  fromName?: string;
  subject: string;
  html: string;
  text: string;
  /** One-time code in the mail, if it has one. */
  code?: string;
  /** The URL that a mail program calls to end a subscription with one press (RFC 8058). */
  unsubscribeUrl?: string | undefined;
};

export interface Mailer {
  /** Resolves when the other side has taken responsibility. Throws MailRefused. */
  send: (mail: OutgoingMail) => Promise<void>;
  /** Resolves when the other side would take a mail: it greeted and accepted our password. Throws MailRefused. */
  verify: () => Promise<void>;
  close: () => void;
}

/** Why a mail was not accepted; contains nothing about its recipient. */
export class MailRefused extends Error {
  /** True when the mail server itself is out of order, so that the next mail would fail too. */
  readonly isServerDown: boolean;

  constructor(reason: string, { isServerDown }: { isServerDown: boolean }) {
    super(reason);
    this.name = 'MailRefused';
    this.isServerDown = isServerDown;
  }
}

/** Matches exactly one address, without characters that could end a header or name a second recipient. */
const oneAddress = /^[^\s,;:<>()[\]"\\\p{Cc}@]+@[^\s,;:<>()[\]"\\\p{Cc}@]+$/u;

/**
 * Returns the address in the only form that is safe to pass to a mail library; throws MailRefused for anything else.
 */
export function bareAddress(to: string): { name: string; address: string } {
  if (!oneAddress.test(to)) throw new MailRefused('bad address', { isServerDown: false });
  return { name: '', address: to };
}

/** "Name <address>" or a bare address, as MAIL_FROM is written. */
export function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  return { name: name.trim(), address: bareAddress(address.trim()).address };
}

/** The fields of a mail that every kind of delivery sends. Throws MailRefused for an invalid address. */
export function envelopeOf(from: string, mail: OutgoingMail) {
  const { id, to, subject, html, text, unsubscribeUrl } = mail;
  const configured = senderOf(from);
  const sender = { ...configured, name: mail.fromName ?? configured.name };
  return {
    from: sender,
    to: bareAddress(to),
    subject,
    html,
    text,
    messageId: `<${id}@${sender.address.split('@')[1] ?? 'landfall'}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
