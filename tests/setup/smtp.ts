import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type TestSmtp = {
  url: string;
  port: number;
  /** What was taken, parsed, with the recipients of the envelope. */
  taken: (Email & { recipients: string[] })[];
  close: () => Promise<void>;
};

/** A real SMTP server on this machine; `port` 0 picks a free one. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const taken: TestSmtp['taken'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const take = async () => {
        const mail = await PostalMime.parse(await buffer(stream));
        taken.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      };
      callbackify(take)(done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    taken,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
