// An Ethereum node: blocks of 200 token transfers to arbitrary addresses. /mine?count=N mines N blocks.
import { createServer } from 'node:http';

const hex = (number, digits) => `0x${number.toString(16).padStart(digits, '0')}`;
const startedAt = Math.floor(Date.now() / 1000);
let height = 20_000_000;

const transactions = JSON.stringify(
  Array.from({ length: 200 }, (_, index) => ({
    blockHash: hex(1, 64),
    blockNumber: hex(height, 1),
    from: hex(0x1000 + index, 40),
    gas: '0xfde8',
    gasPrice: '0x4a817c800',
    maxFeePerGas: '0x59682f000',
    maxPriorityFeePerGas: '0x3b9aca00',
    hash: hex(0xa0000 + index, 64),
    input: `0xa9059cbb${'0'.repeat(24)}${'5'.repeat(40)}${'0'.repeat(56)}05f5e100`,
    nonce: hex(index, 1),
    to: hex(0xdac17f958d2ee523n, 40),
    transactionIndex: hex(index, 1),
    value: '0x0',
    type: '0x2',
    accessList: [],
    chainId: '0x1',
    v: '0x1',
    r: hex(0xbeef, 64),
    s: hex(0xcafe, 64),
    yParity: '0x1',
  })),
);

/** A block as text, of which only a few fields differ from block to block. */
function block(at, isWhole) {
  const own = {
    number: hex(at, 1),
    hash: hex(at, 64),
    parentHash: hex(at - 1, 64),
    timestamp: hex(at >= height - 1 ? Math.floor(Date.now() / 1000) : startedAt, 1),
    logsBloom: `0x${'0'.repeat(512)}`,
  };
  const text = JSON.stringify(own);
  return isWhole ? `${text.slice(0, -1)},"transactions":${transactions}}` : text;
}

function answer({ method, params: [first, second] = [] }) {
  const heights = { latest: height, finalized: height - 64 };
  if (method === 'eth_chainId') return '"0x1"';
  if (method === 'eth_getBlockByNumber') return block(heights[first] ?? Number(first), second);
  if (method === 'eth_getBalance') return '"0x0"';
  return '[]';
}

function answerTo(path, text) {
  const mined = /^\/mine\?count=(\d+)$/.exec(path)?.[1];
  height += Number(mined ?? 0);
  if (mined) return JSON.stringify({ height });
  const body = JSON.parse(text);
  const item = (call) => `{"jsonrpc":"2.0","id":${call.id},"result":${answer(call)}}`;
  return Array.isArray(body) ? `[${body.map(item).join(',')}]` : item(body);
}

const server = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part) => (text += part));
  request.on('end', () => response.end(answerTo(request.url ?? '', text)));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
