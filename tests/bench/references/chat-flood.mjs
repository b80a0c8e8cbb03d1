// One address that floods the chat through as many sockets as it gets, and reconnects whenever it is disconnected.
import { WebSocket } from 'ws';

const [url, address] = process.argv.slice(2);
const sockets = 20;
const backAfterMs = 100;
const frame = JSON.stringify({ type: 'send_message', roomId: address, text: 'x'.repeat(1_900) });
let sent = 0;

function connect() {
  const socket = new WebSocket(url, { headers: { 'X-Forwarded-For': address } });
  const shout = () => {
    if (socket.readyState !== WebSocket.OPEN) return;
    sent += 1;
    socket.send(frame, () => setImmediate(shout));
  };
  socket.on('open', () => {
    socket.send(JSON.stringify({ type: 'join_as_user', roomId: address }));
    shout();
  });
  socket.on('error', () => undefined); // A refused or dropped connection: 'close' follows.
  socket.on('close', () => setTimeout(connect, backAfterMs));
}

for (let n = 0; n < sockets; n += 1) connect();

process.on('message', () => {
  process.send(sent, () => process.exit(0));
});
