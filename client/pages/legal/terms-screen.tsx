import { LegalPage } from './legal-page.tsx'
import { TERMS } from './terms-text.ts'

/** Renders the terms of service, which fans, athletes and the product agree on (S1-2.17). */
export function TermsScreen() {
  return <LegalPage text={TERMS} />
}
