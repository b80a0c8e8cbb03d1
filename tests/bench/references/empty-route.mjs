// The reference (1.00) of the live quote: an Express application that parses JSON and returns a constant.
import express from 'express';

const app = express();
app.use(express.json());
app.post('/empty', (_request, response) => {
  response.json({ ok: true });
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
