/** Sending a test, and how it went. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import { asProblem } from '../../api/problem.ts'
import type { Delivery } from '../../parts/delivery.tsx'
import { useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useProblemText } from '../../ui/trouble.tsx'
import { TARGETS, type Target } from './queries.ts'

export function useTest({ id }: Target): { send: () => void; isPending: boolean; outcome: Delivery | undefined } {
  const { notifications } = useText()
  const client = useQueryClient()
  const tell = useToast()
  const words = useProblemText()
  const { mutate, isPending, data } = useMutation({
    mutationFn: async (): Promise<Delivery> =>
      (await dataOf(api.POST('/api/notification-targets/{id}/test', { params: { path: { id } } }))).delivery,
    onError: (error) => tell.failed(notifications.testFailed, words(asProblem(error))),
    onSettled: () => client.invalidateQueries({ queryKey: TARGETS }),
  })
  return { send: () => !isPending && mutate(), isPending, outcome: isPending ? undefined : data }
}
