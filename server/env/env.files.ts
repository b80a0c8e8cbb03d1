import { readFileSync } from 'node:fs';
import { codeOf } from '#server/lib/safe-error.ts';
import { chainDetails, chainNames } from '#shared/reference/chains.ts';
import type { EnvSource, SettingProblem } from './env.source.ts';

/** Settings that may name a file instead, because Docker and Kubernetes mount secrets as files: `<NAME>_FILE`. */
const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'MIGRATION_DATABASE_URL',
  'PGPASSWORD',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'TELEGRAM_BOT_TOKEN',
  'RATES_KEY',
  'PAYEE_CHECK_KEY',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'CHAIN_TRON_KEY',
  ...chainNames.map((chain) => chainDetails[chain].variable),
];

/** The settings with the contents of their files, without the line break at the end, and the problems with them. */
export function withSecretFiles(source: EnvSource): { given: EnvSource; problems: SettingProblem[] } {
  const givenSource = { ...source };
  const problems: SettingProblem[] = [];
  for (const setting of secretSettings) {
    const path = source[`${setting}_FILE`];
    if (path === undefined) continue;
    if (source[setting] !== undefined) {
      problems.push({ setting: `${setting}_FILE`, problem: `is set beside ${setting}: one of them is enough` });
      continue;
    }
    try {
      givenSource[setting] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (givenSource[setting] === '')
        problems.push({ setting: `${setting}_FILE`, problem: `names an empty file: ${path}` });
    } catch (error) {
      problems.push({ setting: `${setting}_FILE`, problem: `cannot be read: ${path} (${codeOf(error) ?? 'unknown'})` });
    }
  }
  return { given: givenSource, problems };
}
