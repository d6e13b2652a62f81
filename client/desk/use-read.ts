import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askDesk, lookAgain, troubleIn } from './desk-queries.ts'

/** One read of the desk that is no list of pages. What was asked for otherwise is not shown under the name of this. */
export function useRead<Answer>(path: string, body: object) {
  const queries = useQueryClient()
  const queryKey = [path, body]
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => askDesk<Answer>(path, body) })
  const reload = () => void lookAgain(queries, queryKey, refetch)
  return { answer: data ?? null, trouble: troubleIn(error), reload }
}
