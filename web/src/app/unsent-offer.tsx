/** Offers to send the change that the end of the session prevented. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendAuthorized } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import type { Unsent, UnsentRequest } from '../api/unsent.ts'
import { useAction } from '../app/use-action.ts'
import type { Catalogue } from '../text/catalogue.ts'
import { useFormat, useText } from '../text/text.tsx'
import { showMessage } from '../ui/toast-messages.ts'

/** @param onOffered called once the message is shown */
export default function UnsentOffer({ unsent, onOffered }: { unsent: Unsent; onOffered: () => void }) {
  const text = useText()
  const { exactTime } = useFormat()
  const { run } = useAction()
  const client = useQueryClient()
  const { unsent: labels } = text.shell
  const { request, at } = unsent
  useEffect(() => {
    const name = request ? nameUnsent(request, text) : labels.change
    const retry = (request: UnsentRequest) =>
      run({
        name,
        send: () => sendAgain(request),
        onDone: () => showMessage({ title: labels.done(name), isFailure: false }),
        onSettled: () => client.invalidateQueries(),
      })
    showMessage({
      title: text.common.trouble.titles.unsent(name),
      description: (request ? labels.help : labels.enterAgain)(exactTime(at)),
      retry: request ? () => retry(request) : undefined,
      isFailure: true,
    })
    onOffered()
  }, [request, at, onOffered, run, client, text, labels, exactTime])
  return null
}

/** Returns the label of the button that sent the request. */
function nameUnsent({ method, path, body }: UnsentRequest, text: Catalogue): string {
  const { action, status } = JSON.parse(body ?? '{}') as { action?: string; status?: string }
  const { acknowledge, incidents, monitor, silence, snooze } = text
  switch (action ?? status ?? path.split('/').at(-1)) {
    case 'acknowledge':
      return acknowledge.action
    case 'resolve':
    case 'resolved':
      return incidents.resolve
    case 'reopen':
    case 'open':
      return incidents.reopen
    case 'snooze':
      return method === 'DELETE' ? snooze.end : snooze.snooze
    case 'silence':
      return method === 'DELETE' ? silence.end : silence.silence
    case 'unsilence':
      return silence.end
    case 'pause':
      return monitor.actions.pause
    case 'resume':
      return monitor.actions.resume
    default:
      return text.shell.unsent.change
  }
}

async function sendAgain({ method, path, body, projectId }: UnsentRequest): Promise<void> {
  const headers = {
    ...(projectId !== null && { 'x-project-id': projectId }),
    ...(body !== null && { 'content-type': 'application/json' }),
  }
  const response = await sendAuthorized(new Request(location.origin + path, { method, headers, body }))
  if (response.ok) return
  const answer = await response.json().catch(() => null)
  throw new ApiProblem(response.status, answer?.error ?? { code: 'UNEXPECTED', message: response.statusText })
}
