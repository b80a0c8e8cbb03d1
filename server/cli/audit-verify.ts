// npm run audit:verify [-- number:hash]: reads the whole audit log and lists what was changed outside the product.
import { connect } from '../db/connection.ts';
import { attachEmbedded } from '../db/embedded/embedded.ts';
import { readEnv } from '../env.ts';
import { parseHead, readHead, type ChainHead } from '../features/audit/audit.head.ts';
import { setAuditKey } from '../features/audit/audit.signature.ts';
import { verifyAudit } from '../features/audit/audit.verify.ts';
import { refuseOtherKey } from '../key-check.ts';
import { loadRetiredKeys } from '../key-rotation.ts';
import { forOperator } from '../operator.ts';

await forOperator('The audit log could not be checked', async () => {
  const env = readEnv();
  setAuditKey(env.encryptionKey);
  const release = async () => undefined;
  const server = env.databaseDirectUrl ? { url: env.databaseDirectUrl, release } : await attachEmbedded(env.dataDir);
  const { db, pool } = connect({ url: server.url, directUrl: server.url, max: 1 });
  try {
    // Else every single row would be called tampered with.
    await refuseOtherKey(db, env.encryptionKey);
    await loadRetiredKeys(db, env.encryptionKey);
    const { rows, waiting, findings } = await verifyAudit(
      db,
      env.encryptionKey,
      givenHead() ?? (await readHead(env.dataDir)),
    );
    for (const { kind, auditId, seq } of findings) {
      console.log([kind, auditId && `row ${auditId}`, seq && `seal ${seq}`].filter(Boolean).join(', '));
    }
    const state =
      findings.length === 0 ? 'The audit log is whole' : `The audit log was tampered with: ${findings.length} findings`;
    console.log(`${state} (${rows} sealed rows, ${waiting} waiting for their seal).`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await pool.end();
    await server.release();
  }
});

/** A checkpoint from a mail or a log line, as `number:hash`, in place of the one that this machine remembers. */
function givenHead(): ChainHead | undefined {
  const [, , given] = process.argv;
  return given === undefined ? undefined : parseHead(given);
}
