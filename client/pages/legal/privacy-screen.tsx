import { LegalPage } from './legal-page.tsx'
import { PRIVACY } from './privacy-text.ts'

/** Renders the privacy policy: which data is known about whom, who sees it and for how long (S1-2.16). */
export function PrivacyScreen() {
  return <LegalPage text={PRIVACY} />
}
