// The reference (1.00) of the order list: node:http, pg and one named statement. No guard, no session, no checks, and
// none of the product's answers from other tables; docs/decisions/0113 has their cost.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text = `select id, reference, type, status, version, created_at, updated_at, user_id, crypto_id, crypto_name,
  crypto_symbol, crypto_color, amount, value_usd, gross_amount, fee_amount, fee_percent, payout_amount, payout_currency,
  rate, transaction_hash, payment_details, deposit_address, deposit_memo, deposit_network, proof_at, admin_notes,
  admin_transaction_id, from_currency
  from orders where user_id = $1 order by created_at desc, id desc limit `;

const server = createServer((request, response) => {
  const asked = new URL(request.url, 'http://localhost').searchParams;
  const limit = asked.get('limit') === '10' ? 10 : 50;
  void pool.query({ name: `newest${limit}`, text: text + limit, values: [asked.get('user')] }).then(({ rows }) => {
    const body = Buffer.from(JSON.stringify(rows));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
    return body.length;
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
