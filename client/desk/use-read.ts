import { useQuery } from '@tanstack/react-query'
import { askDesk, troubleIn } from './desk-queries.ts'

/** One read of the desk that is no list of pages. What was asked for otherwise is not shown under the name of this. */
export function useRead<Answer>(path: string, body: object) {
  const { data, error, refetch } = useQuery({
    queryKey: [path, body],
    queryFn: () => askDesk<Answer>(path, body),
  })
  return { answer: data ?? null, trouble: troubleIn(error), reload: () => void refetch() }
}
