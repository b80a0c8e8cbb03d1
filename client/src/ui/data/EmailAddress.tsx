import { Fragment } from 'react';
import { shownEmail } from '#shared/kernel/email-address.ts';

/**
 * An email address that wraps after its @ if it is too long for its line; a long half of it also after a dot, and only
 * then inside a word.
 */
export function EmailAddress({ email }: { email: string }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {shownEmail(email)
        .match(/[^@]{1,24}(?:@|$)|[^@.]+[@.]?|[@.]/g)
        ?.map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
    </bdi>
  );
}
