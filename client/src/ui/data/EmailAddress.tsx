import { Fragment } from 'react';

/** An email address: one that is too long for its line is broken after its @ or a dot, and only then inside a word. */
export function EmailAddress({ email }: { email: string }) {
  return (
    <bdi dir="ltr" className="wrap-anywhere">
      {email.match(/[^@.]+[@.]?|[@.]/g)?.map((part, at) => (
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}
