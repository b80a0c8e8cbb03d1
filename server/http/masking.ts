import type { Mask } from '#shared/kernel/permission.ts';

/** The fields that hold numbers of accounts and documents, in every answer of the administration. */
const numbers = new Set([
  'accountNumber',
  'documentNumber',
  'routingNumber',
  'iban',
  'swiftCode',
  'receivingAccount',
  'receivingAccountBefore',
]);
/** Where the address of the actor is a colleague's. */
const staffRoles = new Set<unknown>(['admin', 'staff']);
const address = /[^\s@"'<>(),;:]+@([^\s@"'<>(),;:]+\.[^\s@"'<>(),;:]+)/g;

/** Only the last four characters, and none of a number that has no more: `••••6789`. */
function lastFour(text: string): string {
  return text.length > 4 ? `••••${text.slice(-4)}` : '••••';
}

/** E-mail addresses inside a text keep their first letter and their domain: `a•••@example.com`. */
function maskAddresses(text: string): string {
  return text.replace(address, (found, domain: string) => `${found.slice(0, 1)}•••@${domain}`);
}

/** An answer as a reader may see it whose role masks something. Takes parsed JSON; keys and shape stay. */
export function masked(value: unknown, masks: readonly Mask[]): unknown {
  if (typeof value === 'string') return masks.includes('emails') ? maskAddresses(value) : value;
  if (Array.isArray(value)) return value.map((one) => masked(one, masks));
  if (typeof value !== 'object' || value === null) return value;
  const isOfStaff = 'actorRole' in value && staffRoles.has(value.actorRole);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (isOfStaff && key === 'actorEmail') return [key, one as unknown];
      if (masks.includes('accounts') && key === 'accountDetails') return [key, maskDetails(one)];
      const isNumber = masks.includes('accounts') && numbers.has(key) && typeof one === 'string';
      return [key, isNumber ? lastFour(one) : masked(one, masks)];
    }),
  );
}

/** The details of an account, by the names its country uses: all values with the format of a number or an address. */
function maskDetails(details: unknown): unknown {
  if (typeof details !== 'object' || details === null) return details;
  const isNumber = (one: unknown): one is string => typeof one === 'string' && /(\d[^\d]?){5}|@/.test(one);
  return Object.fromEntries(
    Object.entries(details).map(([key, one]) => [key, isNumber(one) ? lastFour(one) : (one as unknown)]),
  );
}
