import { formatCount } from '../../text/format-money.ts'

type RatingsCardProps = { stars: readonly number[]; note?: string }

/** Renders the average of the ratings above the number of each. */
export function RatingsCard({ stars, note }: RatingsCardProps) {
  return (
    <section aria-label="Ratings" className="card grid min-w-0 grid-cols-1 content-start gap-3 p-4">
      <h3 className="grid gap-0.5">
        <span className="label text-muted text-sm">Ratings</span>
        <span className="display figures text-2xl">{averageStars(stars)}</span>
        {note && <span className="text-muted text-sm">{note}</span>}
      </h3>
      <StarBars stars={stars} />
    </section>
  )
}

/** Renders the number of ratings for each number of stars, the most stars first. */
function StarBars({ stars }: { stars: readonly number[] }) {
  const most = Math.max(1, ...stars)
  return (
    <table className="figures w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">Stars</th>
          <th scope="col">Ratings</th>
        </tr>
      </thead>
      <tbody>
        {stars
          .map((count, index) => ({ count, named: index + 1 }))
          .reverse()
          .map(({ count, named }) => (
            <tr key={named}>
              <th scope="row" className="w-px whitespace-nowrap py-1.5 pr-3 text-left font-normal text-muted">
                {named === 1 ? '1 star' : `${named} stars`}
              </th>
              <td className="py-1.5">
                <span className="flex items-center gap-3">
                  <svg
                    aria-hidden
                    viewBox="0 0 100 10"
                    preserveAspectRatio="none"
                    className="h-3 min-w-0 flex-1 overflow-hidden rounded-[2px] bg-sunken"
                  >
                    <title>{`${count}`}</title>
                    <rect width={(count / most) * 100} height={10} className="fill-ink" />
                  </svg>
                  <span className="w-10 text-right">{formatCount(count)}</span>
                </span>
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** Returns the average as in "4.6 of 5", or says that there are no ratings. */
function averageStars(stars: readonly number[]): string {
  const count = stars.reduce((sum, each) => sum + each, 0)
  if (count === 0) return 'No ratings'
  const sum = stars.reduce((all, each, index) => all + each * (index + 1), 0)
  return `${(sum / count).toFixed(1)} of 5`
}
