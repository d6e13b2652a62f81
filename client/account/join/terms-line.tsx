/** Names the terms that a new user accepts. */
export function TermsLine() {
  return (
    <p className="text-muted text-sm">
      By joining you accept the{' '}
      <a className="link" href="/termsofservice">
        terms of service
      </a>{' '}
      and the{' '}
      <a className="link" href="/privacypolicy">
        privacy policy
      </a>
      .
    </p>
  )
}
