/** Form for new and existing maintenance windows. */
import { useEffect, useState } from 'react'
import { api, getData } from '../../api/client.ts'
import { ResourceDialog } from '../../parts/forms/resources/resource-dialog.tsx'
import { useFieldAt } from '../../parts/forms/schema-form/scope.tsx'
import { getLocalZone } from '../../parts/forms/zone-picker.tsx'
import { useText } from '../../text/text.tsx'
import { deleteWindow } from './end-window.ts'
import { WINDOWS } from './queries.ts'
import { createDraft, toDraft, toTimes, type Window } from './times-draft.ts'
import { RangeFields, RecurrenceFields } from './times-fields.tsx'

interface WindowFormProps {
  /** Null for a new window. */
  window: Window | null
  /** The monitor that a new window begins with. */
  monitorId?: string | undefined
  onClose: () => void
}

/** Name of the draft of a window. */
export const toDraftName = (window: Window | null): string => `maintenance:${window?.id ?? 'new'}`

export function WindowForm({ window, monitorId, onClose }: WindowFormProps) {
  const { maintenance } = useText()
  const { form: labels } = maintenance
  const [times] = useState(() => (window ? toDraft(window, getLocalZone()) : createDraft(getLocalZone(), Date.now())))
  return (
    <ResourceDialog
      form="maintenance-window"
      title={window ? labels.edit : labels.plan}
      resource={window}
      values={{ ...toTimes(times), monitor_ids: monitorId ? [monitorId] : [], group_ids: [] }}
      extras={{ times }}
      draftName={toDraftName(window)}
      custom={{ starts_at: RangeFields, ends_at: null, recurrence: RecurrenceFields }}
      create={(body) => getData(api.POST('/api/maintenance-windows', { body }))}
      update={(body) =>
        getData(api.PUT('/api/maintenance-windows/{id}', { params: { path: { id: window!.id } }, body }))
      }
      undo={window ? undefined : ({ maintenance_window: { id } }) => deleteWindow(id)}
      changes={[WINDOWS]}
      created={() => maintenance.saved}
      saved={maintenance.changed}
      submit={labels.submit}
      onClose={onClose}
    >
      {monitorId && <AddedMonitor id={monitorId} />}
    </ResourceDialog>
  )
}

/** Adds the monitor once to a restored draft. */
function AddedMonitor({ id }: { id: string }) {
  const { value, set } = useFieldAt(['monitor_ids'])
  const ids = (value ?? []) as readonly string[]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the user may remove the monitor again
  useEffect(() => {
    if (!ids.includes(id)) set([...ids, id])
  }, [id])
  return null
}
