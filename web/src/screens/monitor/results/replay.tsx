/** What other thresholds would have made of the last 30 days. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { useMay } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { Card } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Notice, Skeleton, Trouble } from '../../../ui/trouble.tsx'
import { type Monitor, monitorQuery, type ReplayBody, replayQuery, wordOf } from '../queries.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { ThresholdFields, type Thresholds } from './threshold-fields.tsx'

/** Sliders are let come to rest before the server is asked. */
const REST_MS = 350

const presentOf = (monitor: Monitor): Thresholds => ({
  failure: monitor.failure_threshold,
  recovery: monitor.recovery_threshold,
  slowMs: monitor.slow_response_threshold_ms ?? null,
})

/** What is asked: results count as slow as they were judged at the time, unless another limit is chosen. */
const bodyOf = (wish: Thresholds, present: Thresholds): ReplayBody => ({
  failure_threshold: wish.failure,
  recovery_threshold: wish.recovery,
  ...(wish.slowMs !== present.slowMs && { slow_response_threshold_ms: wish.slowMs }),
})

export function Replay({ monitor }: { monitor: Monitor }) {
  const { replay: text } = useText().monitor
  if (monitor.type === 'HEARTBEAT')
    return (
      <Notice icon={FlaskConical} title={text.title}>
        {text.heartbeat}
      </Notice>
    )
  return <Thinking monitor={monitor} />
}

function Thinking({ monitor }: { monitor: Monitor }) {
  const { replay: text } = useText().monitor
  const present = presentOf(monitor)
  const [wish, setWish] = useState(present)
  const rested = useRested(wish)
  const { data, error, refetch, isFetching } = useQuery(replayQuery(monitor.id, bodyOf(rested, present)))
  return (
    <div className="flex flex-col gap-4">
      <Card title={text.title}>
        <p className="mb-4 max-w-3xl text-muted">{text.text}</p>
        <ThresholdFields
          wish={wish}
          present={present}
          onChange={setWish}
          hasSlow={monitor.slow_response_threshold_ms !== undefined}
        />
        <Apply monitor={monitor} wish={wish} present={present} />
      </Card>
      {error ? (
        <Trouble error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ReplayOutcome id={monitor.id} replay={data} isOld={isFetching || rested !== wish} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return useDeferredValue(rested)
}

function Apply({ monitor, wish, present }: { monitor: Monitor; wish: Thresholds; present: Thresholds }) {
  const { replay: text } = useText().monitor
  const client = useQueryClient()
  const toast = useToast()
  const mayEdit = useMay('can_edit_monitors')
  const form = useSubmit(
    () =>
      dataOf(
        api.PUT('/api/monitors/{id}', {
          params: { path: { id: monitor.id } },
          body: {
            failure_threshold: wish.failure,
            recovery_threshold: wish.recovery,
            ...(wish.slowMs !== present.slowMs && { slow_response_threshold_ms: wish.slowMs }),
          },
        }),
      ),
    {
      onDone: (data) => {
        client.setQueryData(monitorQuery(monitor.id).queryKey, data.monitor)
        void client.invalidateQueries({ queryKey: [wordOf(monitor.id)] })
        toast.done(text.applied)
      },
    },
  )
  const isSame =
    wish.failure === present.failure && wish.recovery === present.recovery && wish.slowMs === present.slowMs
  if (!mayEdit || isSame) return null
  return (
    <Form form={form} className="mt-4">
      <Button type="submit" look="primary" isPending={form.isPending} className="w-fit">
        {text.apply}
      </Button>
    </Form>
  )
}
