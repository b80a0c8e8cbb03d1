import { minTeamPasswordLength } from '#shared/kernel/fields.ts';
import { chainProblems } from './env.chains.ts';
import type { EnvSource, SettingProblem } from './env.source.ts';

const samplePatterns =
  /change.?me|replace.?me|sample|example|default|your.?(secret|key|password)|placeholder|^secret|insecure|xxxx/i;
const commonPasswords = /^(password|passw0rd|admin|administrator|landfall|letmein|welcome|qwerty|123456)\W*\d*$/i;
const minSecretBytes = 32;
const minPasswordCost = 10;
const minDistinctCharacters = 10;

/** Everything that production refuses at start, all at once, so that the operator corrects it in one go. */
export function productionProblems(source: EnvSource): SettingProblem[] {
  const problems: SettingProblem[] = [];
  const refuse = (setting: string, problem: string | undefined) => {
    if (problem) problems.push({ setting, problem });
  };

  refuse('DATABASE_URL', missingProblem(source.DATABASE_URL) ?? sampleDatabase(source.DATABASE_URL));
  refuse('DATABASE_DIRECT_URL', sampleDatabase(source.DATABASE_DIRECT_URL));
  refuse('DATABASE_REPLICA_URL', sampleDatabase(source.DATABASE_REPLICA_URL));
  refuse('PGPASSWORD', samplePgPassword(source.DATABASE_URL, source.PGPASSWORD));
  refuse('JWT_SECRET', weakSecret(source.JWT_SECRET));
  refuse('ENCRYPTION_KEY', weakSecret(source.ENCRYPTION_KEY) ?? sameAs(source.ENCRYPTION_KEY, source.JWT_SECRET));
  refuse('ENCRYPTION_KEY_PREVIOUS', sameKey(source.ENCRYPTION_KEY_PREVIOUS, source.ENCRYPTION_KEY));
  refuse('PUBLIC_URL', missingProblem(source.PUBLIC_URL) ?? unsafeOrigin(source.PUBLIC_URL));
  refuse('ADMIN_EMAIL', missingProblem(source.ADMIN_EMAIL) ?? sampleEmail(source.ADMIN_EMAIL));
  refuse('ADMIN_PASSWORD', missingProblem(source.ADMIN_PASSWORD) ?? weakPassword(source.ADMIN_PASSWORD));
  refuse('PASSWORD_COST', cheapPasswords(source.PASSWORD_COST));
  refuse('SMTP_URL', missingProblem(source.SMTP_URL) ?? incompleteHost(source.SMTP_URL));
  refuse('MAIL_FROM', missingProblem(source.MAIL_FROM) ?? sampleEmail(source.MAIL_FROM));
  refuse('STORAGE_URL', missingProblem(source.STORAGE_URL));
  refuse('AWS_ACCESS_KEY_ID', keylessStorage(source));
  refuse('RATES_PROVIDER', sampleRates(source.RATES_PROVIDER));
  refuse('FX_PROVIDER', sampleRates(source.FX_PROVIDER));
  refuse('PAYEE_CHECK', source.PAYEE_CHECK === 'simulated' ? 'invents the answers of banks' : undefined);
  return [...problems, ...chainProblems(source)];
}

const missingProblem = (value = '') => (value === '' ? 'is missing' : undefined);

function weakSecret(value = ''): string | undefined {
  if (value === '') return 'is missing';
  if (Buffer.byteLength(value) < minSecretBytes) return `is shorter than ${minSecretBytes} bytes`;
  if (samplePatterns.test(value)) return 'looks like a sample value';
  if (new Set(value).size < minDistinctCharacters) return 'repeats too few characters to be random';
  return undefined;
}

function sameAs(value: string | undefined, otherSecret: string | undefined) {
  return value === otherSecret ? 'is the same as JWT_SECRET: each needs its own' : undefined;
}

function sameKey(previousKey: string | undefined, currentKey: string | undefined) {
  return previousKey && previousKey === currentKey
    ? 'is the same as ENCRYPTION_KEY: it is the key of before'
    : undefined;
}

function weakPassword(value = ''): string | undefined {
  if (value.length < minTeamPasswordLength) return `is shorter than ${minTeamPasswordLength} characters`;
  if (samplePatterns.test(value) || commonPasswords.test(value)) return 'looks like a sample value';
  return new Set(value).size < 6 ? 'repeats too few characters' : undefined;
}

const cheapPasswords = (value = '') =>
  value !== '' && Number(value) < minPasswordCost ? `is below ${minPasswordCost}: guessing would be cheap` : undefined;

const sampleEmail = (value = '') =>
  /@(([^@\s]+\.)?(landfall|localhost|example)(\.(test|local|invalid|com|org|net))?|[^@\s]+\.(test|example|invalid))>?$/i.test(
    value,
  )
    ? 'is the sample address'
    : undefined;

/** A host without a dot is in a private network, where nobody uses the standard port by accident. */
function incompleteHost(value = ''): string | undefined {
  const url = parsedUrl(value);
  const isComplete = !url || url.port !== '' || /[.:]/.test(url.hostname) || url.hostname === 'localhost';
  return isComplete ? undefined : 'names neither a full host nor a port: smtp://user:password@host:587';
}

/** Only machines of AWS have keys of their own, which the SDK finds by itself. */
function keylessStorage({ STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: EnvSource): string | undefined {
  const url = parsedUrl(STORAGE_URL);
  if (url?.protocol !== 's3:') return undefined;
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY) return undefined;
  const problem = 'is missing, or AWS_SECRET_ACCESS_KEY: the bucket of STORAGE_URL needs both';
  if (AWS_ACCESS_KEY_ID || AWS_SECRET_ACCESS_KEY) return problem;
  const endpoint = parsedUrl(url.searchParams.get('endpoint') ?? '');
  return endpoint && !endpoint.hostname.endsWith('.amazonaws.com') ? problem : undefined;
}

const sampleRates = (value = '') =>
  value === '' || value.split(',').some((name) => name.trim() === 'sample')
    ? 'must name a live provider: sample rates would sell at invented prices'
    : undefined;

function unsafeOrigin(value = ''): string | undefined {
  if (!URL.canParse(value)) return undefined; // The shape check reports it.
  return new URL(value).protocol === 'https:' ? undefined : 'must be an https:// address';
}

const parsedUrl = (value = '') => (URL.canParse(value) ? new URL(value) : undefined);

function sampleDatabase(value?: string): string | undefined {
  const url = parsedUrl(value);
  return url && samplePassword(url.hostname, url.password);
}

/** PGPASSWORD is in use only where the URL names no password. */
function samplePgPassword(databaseUrl?: string, password = ''): string | undefined {
  const url = parsedUrl(databaseUrl);
  return url?.password === '' ? samplePassword(url.hostname, password) : undefined;
}

/** A well-known password is allowed only on a local host. */
function samplePassword(hostname: string, password: string): string | undefined {
  if (['localhost', '127.0.0.1', '[::1]', ''].includes(hostname)) return undefined;
  const isKnownPassword = samplePatterns.test(password) || commonPasswords.test(password) || password === 'postgres';
  return isKnownPassword ? 'has a sample password' : undefined;
}
