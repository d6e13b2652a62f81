import athletes from './athletes.json' with { type: 'json' }

/** The demo's athletes: invented people from many sports, with prices from free to $50, some promo, one paused. */
export type DemoAthlete = {
  username: string
  name: [first: string, last: string]
  sport: string
  position: string | null
  city: string
  country: string
  dollars: number
  promo?: boolean
  paused?: boolean
  achievements: string[]
  interests: string[]
  tags: string[]
  bio: string
  covers?: string[]
  instagram?: string
  tiktok?: string
  x?: string
  /** Links to videos on TikTok. */
  advice?: string[]
  /** The usual time to an answer, for athletes who have answered before. */
  answersInMinutes?: number
  rating: [total: number, count: number]
}

export const DEMO_ATHLETES = athletes as DemoAthlete[]
