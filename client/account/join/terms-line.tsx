/** Names the terms that a new user accepts; they open in a tab of their own, so that the form stays. */
export function TermsLine() {
  return (
    <p className="text-muted text-sm">
      By joining you accept the{' '}
      <a className="link" href="/termsofservice" target="_blank" rel="noopener">
        terms of service
      </a>{' '}
      and the{' '}
      <a className="link" href="/privacypolicy" target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
