import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listen } from './listening.ts';

export type TestSmtp = Awaited<ReturnType<typeof startSmtp>>;

/** A real SMTP server on this machine; `port` 0 picks a free one. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0) {
  /** The mails that were accepted, parsed, with the recipients of the envelope. */
  const takenMails: (Email & { recipients: string[] })[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: (stream, session, callback) => {
      const take = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        takenMails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      };
      callbackify(take)(callback);
    },
    ...options,
  });
  server.on('error', () => undefined);
  const boundPort = await listen(server.server, port);
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${boundPort}`, port: boundPort, taken: takenMails, close };
}
