import { LegalPage } from './legal-page.tsx'
import { TERMS } from './terms-text.ts'

/** What is agreed between fans, athletes and the product (S1-2.17). */
export function TermsScreen() {
  return <LegalPage text={TERMS} />
}
