import { readEnv } from '#server/env/env.ts';
import { startLandfall } from '#server/landfall.ts';
import { testEncryptionKey } from './audit-key.ts';
import { recordingLog } from './platform.ts';

/** A start of the whole product with these settings, on a free port, and what it logs. */
export function startProduct(settings: { DATA_DIR: string; DATABASE_URL: string } & Record<string, string>) {
  const { log, logged } = recordingLog();
  const defaultSettings = { PORT: '0', ENCRYPTION_KEY: testEncryptionKey, PASSWORD_COST: '4' };
  return { logged, starting: startLandfall(readEnv({ ...defaultSettings, ...settings }), log) };
}

/** Starts the product, ends it again, and returns its output: the reason why it did not start, or its ready line. */
export async function messageOfStart(settings: Parameters<typeof startProduct>[0]) {
  const { logged, starting } = startProduct(settings);
  const message = await starting
    .then(({ stop }) => stop().then(() => 'started'))
    .catch(({ message: text }: Error) => text);
  return { message, logged };
}
