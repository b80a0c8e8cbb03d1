import { test } from 'vitest';
import { expectText, fill, renderScreen } from '#tests/components/screen.tsx';
import { t } from '#tests/components/texts.ts';

test('somebody who comes to the code page without an address is asked for it', async () => {
  await renderScreen('/verify-otp');
  await fill(t('auth:code.label'), '123456');
  await expectText(t('errors:email_required'));
});
