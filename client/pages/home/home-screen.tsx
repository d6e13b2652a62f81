import { Closing } from './closing.tsx'
import { Difference } from './difference.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Pitch } from './pitch.tsx'

/** The front page: what it is, how it works, and the way to the roster (S1-2.38 to S1-2.47). */
export function HomeScreen() {
  return (
    <>
      <Hero />
      <Pitch />
      <HowItWorks />
      <Difference />
      <Closing />
    </>
  )
}
