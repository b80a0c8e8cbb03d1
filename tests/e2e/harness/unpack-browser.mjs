// Unpacks the Chromium that npm brings into $TMPDIR. A process of its own, because the package reads TMPDIR and
// AWS_LAMBDA_JS_RUNTIME while it is imported; the latter makes it unpack the system libraries a bare machine lacks.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
