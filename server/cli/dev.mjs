// npm run dev: one address for both halves. Vite serves the client with hot reload and hands /api and /ws to the
// server, which starts again whenever its sources change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createProbe } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'vite';
import { root } from './stale.mjs';

const port = Number(process.env.PORT ?? 3000);
const backendPort = await freePort();
const backend = `http://127.0.0.1:${backendPort}`;

const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    port,
    strictPort: port !== 0,
    host: '127.0.0.1',
    proxy: { '/api': backend, '/healthz': backend, '/readyz': backend, '/ws': { target: backend, ws: true } },
  },
});
await vite.listen();
const url = `http://localhost:${vite.httpServer.address().port}`;
console.log(`Landfall for development: ${url}`);

const server = spawn(
  process.execPath,
  [join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(backendPort), PUBLIC_URL: process.env.PUBLIC_URL ?? url },
  },
);
server.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));

async function freePort() {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address();
  await once(probe.close(), 'close');
  return free;
}
