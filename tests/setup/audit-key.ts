import { setRowKey } from '#server/db/signing/signed-rows.ts';
import { setAuditKey } from '#server/features/audit/audit.signature.ts';

// A service that is tested alone also records audit entries and opens orders.
export const testEncryptionKey = 'a key for tests alone, long enough to be taken';
setAuditKey(testEncryptionKey);
setRowKey(testEncryptionKey);
