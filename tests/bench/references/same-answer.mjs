// The list of orders as the product answers it, by node:http and pg alone: the session, the same fields of the same
// tables, and how many there are. It has none of the product's signatures of tokens, limits, checks, versions and log,
// so the difference is the cost of its layers. It does not know what orders wait for: the measured customers have no
// such order.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const sessionText = 'select expires_at from sessions where id = $1 and user_id = $2 and revoked_at is null';
const listText = `select id, reference, type, status, version, stage, stage_version, user_id, amount, value_usd,
  gross_amount, fee_amount, fee_percent, payout_amount, payout_currency, rate, created_at, updated_at, proof_due_at,
  proof_at, crypto_id, crypto_name, crypto_symbol, crypto_color, transaction_hash, payment_details, deposit_address,
  deposit_memo, deposit_network, admin_notes, admin_transaction_id, from_currency,
  (select s.stopped_at from deposit_address_stops s
    where s.address = o.deposit_address and s.memo = coalesce(o.deposit_memo, '')) as stopped_at,
  (select json_agg(f) from files f
    where f.order_id = o.id and f.purpose in ('payment_proof', 'payout_screenshot')) as files,
  (select to_json(s) from order_settlements s where s.order_id = o.id and s.voided_at is null) as settlement,
  (select json_build_object('updatedAt', p.updated_at, 'details', p.details, 'attempt', (
    select to_json(a) from payout_attempts a where a.payout_id = p.id and a.state <> 'void' order by a.no desc limit 1))
    from payouts p where p.order_id = o.id and p.kind = 'order' and p.state <> 'cancelled') as payout,
  (select count(*) from orders where user_id = $1) as total
  from orders o where user_id = $1 order by created_at desc, id desc limit $2`;

const sessions = new Map();

/** The user of a token that names a session; a session is read again after five seconds, as the product does. */
async function userOf({ headers }) {
  const [, claims = ''] = (headers.authorization ?? '').split('.');
  const { sub, sid } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const known = sessions.get(sid);
  if (known && known.until > Date.now()) return known.user;
  const { rows } = await pool.query({ name: 'session', text: sessionText, values: [sid, sub] });
  if (!rows[0] || rows[0].expires_at < new Date()) throw new Error('there is no such session');
  sessions.set(sid, { user: sub, until: Date.now() + 5_000 });
  return sub;
}

function orderOf(row) {
  // Files, settlements and payouts are read as the product reads them, and no measured customer has one.
  if (row.files || row.settlement || row.payout) throw new Error('the reference does not give an order these a shape');
  const isFiat = row.type === 'fiat';
  const isOpen = row.status === 'pending' || row.status === 'processing';
  return {
    id: row.id,
    reference: row.reference,
    type: row.type,
    status: row.status,
    version: row.version,
    stage: row.stage,
    stageVersion: row.stage_version,
    settlement: null,
    userId: row.user_id,
    amount: Number(row.amount),
    valueUsd: Number(row.value_usd),
    grossAmount: Number(row.gross_amount),
    feeAmount: Number(row.fee_amount),
    feePercent: Number(row.fee_percent),
    payoutAmount: Number(row.payout_amount),
    payoutCurrency: row.payout_currency,
    rate: Number(row.rate),
    asked: null,
    awaitingProof: row.proof_at === null && isOpen,
    proofDueAt: isFiat ? row.proof_due_at : null,
    createdAt: row.created_at,
    date: row.created_at,
    updatedAt: row.updated_at,
    cryptoId: row.crypto_id,
    cryptoName: row.crypto_name,
    cryptoSymbol: row.crypto_symbol,
    cryptocurrency: row.crypto_id && { name: row.crypto_name, symbol: row.crypto_symbol, color: row.crypto_color },
    transactionHash: row.transaction_hash,
    paymentDetails: row.payment_details,
    deposit: row.deposit_address && {
      address: row.stopped_at ? '' : row.deposit_address,
      memo: row.stopped_at ? null : row.deposit_memo,
      network: row.deposit_network,
      stoppedAt: row.stopped_at,
    },
    paymentProofFiles: [],
    adminPayoutScreenshots: [],
    adminNotes: row.admin_notes,
    adminTransactionId: row.admin_transaction_id,
    fromCurrency: row.from_currency,
    toCurrency: isFiat ? row.payout_currency : null,
    payout: null,
    inputAmount: isFiat ? Number(row.amount) : null,
    outputAmount: isFiat ? Number(row.payout_amount) : null,
    needs: null,
    refundAddress: null,
  };
}

async function answer(request, response) {
  const limit = Number(new URL(request.url, 'http://localhost').searchParams.get('pageSize'));
  const user = await userOf(request);
  const { rows } = await pool.query({ name: 'list', text: listText, values: [user, limit] });
  const body = Buffer.from(JSON.stringify(rows.map(orderOf)));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  response.writeHead(200, { ...headers, 'x-total-count': rows[0]?.total ?? 0 }).end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
