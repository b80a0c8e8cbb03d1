import type { Mailer } from './mail/mail.ts';
import type { FileStorage } from './storage/storage.ts';

/** Failures of the storage and the mail server since this process started. */
export type FailureCounts = { storage: number; mail: number };

type Calls<Name extends string> = Record<Name, (...given: never[]) => Promise<unknown>>;

/** Wraps a storage and counts its failures. */
export function countedStorage(storage: FileStorage, counts: FailureCounts): FileStorage {
  return { ...storage, ...countFailures(storage, ['put', 'get', 'remove'], () => counts.storage++) };
}

/** Wraps a mailer and counts its failures. */
export function countedMailer(mailer: Mailer, counts: FailureCounts): Mailer {
  return { ...mailer, ...countFailures(mailer, ['send', 'verify'], () => counts.mail++) };
}

function countFailures<Name extends string, Port extends Calls<Name>>(
  port: Port,
  names: readonly Name[],
  count: () => void,
) {
  const wrapped = names.map((name) => [
    name,
    (...args: never[]) =>
      port[name](...args).catch((error: unknown) => {
        count();
        throw error;
      }),
  ]);
  // Each name has a function of its own type again.
  return Object.fromEntries(wrapped) as Pick<Port, Name>;
}
