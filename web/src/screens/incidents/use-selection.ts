import { useCallback, useMemo, useState } from 'react'
import type { Incident } from './queries.ts'

export interface IncidentSelection {
  /** By id, as they were when they were selected. */
  selected: ReadonlyMap<string, Incident>
  select: (incident: Incident, isSelected: boolean) => void
  selectAll: (incidents: readonly Incident[], isSelected: boolean) => void
  clear: () => void
}

/** Selected incidents of all lists of the screen. */
export function useIncidentSelection(): IncidentSelection {
  const [selected, setSelected] = useState<ReadonlyMap<string, Incident>>(new Map())
  const selectAll = useCallback((incidents: readonly Incident[], isSelected: boolean) => {
    setSelected((before) => {
      const after = new Map(before)
      for (const incident of incidents)
        if (isSelected) after.set(incident.id, incident)
        else after.delete(incident.id)
      return after
    })
  }, [])
  const select = useCallback(
    (incident: Incident, isSelected: boolean) => selectAll([incident], isSelected),
    [selectAll],
  )
  const clear = useCallback(() => setSelected(new Map()), [])
  return useMemo(() => ({ selected, select, selectAll, clear }), [selected, select, selectAll, clear])
}
