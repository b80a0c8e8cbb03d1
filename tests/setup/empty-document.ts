import { cleanup } from '@testing-library/react';
import { beforeEach } from 'vitest';

// Files share a worker and its document (decision 0031), and the library registers its cleanup only in the first one.
beforeEach(cleanup);
