// npm run audit:verify [-- number:hash]: reads the whole audit log and lists rows that were changed outside the
// product.
import { parseHead, readHead, type ChainHead } from '../features/audit/audit.head.ts';
import { verifyAudit } from '../features/audit/audit.verify.ts';
import { loadRetiredKeys } from '../keys/key-rotation.ts';
import { forOperator, withDatabase } from '../start/operator.ts';

await forOperator('The audit log could not be checked', () =>
  withDatabase('The audit log', async ({ database: { db }, env }) => {
    await loadRetiredKeys(db, env.encryptionKey);
    const head = givenHead() ?? (await readHead(env.dataDir));
    const { rows, waiting, findings } = await verifyAudit(db, env.encryptionKey, { head });
    for (const { kind, auditId, seq } of findings) {
      console.log([kind, auditId && `row ${auditId}`, seq && `seal ${seq}`].filter(Boolean).join(', '));
    }
    const state =
      findings.length === 0 ? 'The audit log is whole' : `The audit log was tampered with: ${findings.length} findings`;
    console.log(`${state} (${rows} sealed rows, ${waiting} waiting for their seal).`);
    if (findings.length > 0) process.exitCode = 1;
  }),
);

/** A checkpoint from a mail or a log line, as `number:hash`, in place of the one that this machine remembers. */
function givenHead(): ChainHead | undefined {
  const [, , headText] = process.argv;
  return headText === undefined ? undefined : parseHead(headText);
}
