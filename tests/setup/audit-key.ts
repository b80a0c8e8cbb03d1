import { setAuditKey } from '#server/features/audit/audit.signature.ts';

// A service tested alone records audit entries too.
export const testEncryptionKey = 'a key for tests alone, long enough to be taken';
setAuditKey(testEncryptionKey);
