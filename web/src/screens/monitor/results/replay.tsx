/** Replays the last 30 days with other thresholds. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { usePermission } from '../../../app/me.ts'
import { useText } from '../../../text/text.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form, useSubmit } from '../../../ui/form.tsx'
import { LoadError, Notice, Skeleton } from '../../../ui/notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { type Monitor, monitorQuery, type ReplayBody, replayQuery, toMonitorKey } from '../queries.ts'
import { ReplayOutcome } from './replay-outcome.tsx'
import { ThresholdFields, type Thresholds } from './threshold-fields.tsx'

/** Delay between the last slider move and the request. */
const DEBOUNCE_MS = 350

const getCurrentThresholds = (monitor: Monitor): Thresholds => ({
  failure: monitor.failure_threshold,
  recovery: monitor.recovery_threshold,
  slowMs: monitor.slow_response_threshold_ms ?? null,
})

/** Builds the request. Results keep their original judgement as slow unless the limit was changed. */
const toReplayBody = (chosen: Thresholds, current: Thresholds): ReplayBody => ({
  failure_threshold: chosen.failure,
  recovery_threshold: chosen.recovery,
  ...(chosen.slowMs !== current.slowMs && { slow_response_threshold_ms: chosen.slowMs }),
})

export function Replay({ monitor }: { monitor: Monitor }) {
  const { replay: text } = useText().monitor
  if (monitor.type === 'HEARTBEAT')
    return (
      <Notice icon={FlaskConical} title={text.title}>
        {text.heartbeat}
      </Notice>
    )
  return <ReplayForm monitor={monitor} />
}

function ReplayForm({ monitor }: { monitor: Monitor }) {
  const { replay: text } = useText().monitor
  const current = getCurrentThresholds(monitor)
  const [chosen, setChosen] = useState(current)
  const debounced = useDebounced(chosen)
  const { data, error, refetch, isFetching } = useQuery(replayQuery(monitor.id, toReplayBody(debounced, current)))
  return (
    <div className="flex flex-col gap-4">
      <Card title={text.title}>
        <p className="mb-4 max-w-3xl text-muted">{text.text}</p>
        <ThresholdFields
          chosen={chosen}
          current={current}
          onChange={setChosen}
          hasSlow={monitor.slow_response_threshold_ms !== undefined}
        />
        <Apply monitor={monitor} wanted={chosen} present={current} />
      </Card>
      {error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ReplayOutcome id={monitor.id} replay={data} isOld={isFetching || debounced !== chosen} />
      ) : (
        <Skeleton lines={6} />
      )}
    </div>
  )
}

function useDebounced<T>(value: T): T {
  const [debounced, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return useDeferredValue(debounced)
}

function Apply({
  monitor,
  wanted: chosen,
  present: current,
}: {
  monitor: Monitor
  wanted: Thresholds
  present: Thresholds
}) {
  const { replay: text } = useText().monitor
  const client = useQueryClient()
  const toast = useToast()
  const mayEdit = usePermission('can_edit_monitors')
  const form = useSubmit(
    () =>
      getData(
        api.PUT('/api/monitors/{id}', {
          params: { path: { id: monitor.id } },
          body: {
            failure_threshold: chosen.failure,
            recovery_threshold: chosen.recovery,
            ...(chosen.slowMs !== current.slowMs && { slow_response_threshold_ms: chosen.slowMs }),
          },
        }),
      ),
    {
      onDone: (data) => {
        client.setQueryData(monitorQuery(monitor.id).queryKey, data.monitor)
        void client.invalidateQueries({ queryKey: [toMonitorKey(monitor.id)] })
        toast.done(text.applied)
      },
    },
  )
  const isSame =
    chosen.failure === current.failure && chosen.recovery === current.recovery && chosen.slowMs === current.slowMs
  if (!mayEdit || isSame) return null
  return (
    <Form form={form} className="mt-4">
      <Button type="submit" variant="primary" isPending={form.isPending} className="w-fit">
        {text.apply}
      </Button>
    </Form>
  )
}
