import { useQuery, useQueryClient } from '@tanstack/react-query'
import { askDesk, errorTextOf, lookAgain } from './desk-queries.ts'

/** Fetches one answer of the desk that has no pages. It never returns the answer to another path or body. */
export function useRead<Answer>(path: string, body: object) {
  const queries = useQueryClient()
  const queryKey = [path, body]
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => askDesk<Answer>(path, body) })
  const reload = () => void lookAgain(queries, queryKey, refetch)
  return { answer: data ?? null, errorText: errorTextOf(error), reload }
}
