/** Palette entries that do something with a monitor or an incident. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BellOff, Check, type LucideIcon, Pause, Pencil, Play, Wrench } from 'lucide-react'
import { api, getData } from '../../api/client.ts'
import { useFormat, useText } from '../../text/text.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo } from '../../ui/toast-messages.ts'
import { toPlainTitle } from '../incidents/plain-title.ts'
import { useAcknowledge } from '../incidents/use-acknowledge.ts'
import { usePermission } from '../me.ts'
import type { MonitorSummary } from '../monitor-store/monitor-summary.ts'
import { useMonitorStore } from '../monitor-store/use-monitor-store.ts'
import { openIncidentsQuery } from '../open-incidents.tsx'
import { restoreStatuses } from '../restore-statuses.ts'
import { useAction } from '../use-action.ts'
import type { Searchable } from './search-entries.ts'
import type { Command, MonitorVerb } from './verbs.ts'

export interface Entry extends Searchable {
  id: string
  icon: LucideIcon
  run: () => void
}

const ICONS: Readonly<Record<MonitorVerb, LucideIcon>> = {
  silence: BellOff,
  pause: Pause,
  resume: Play,
  edit: Pencil,
  maintenance: Wrench,
}

const SILENCE_MINUTES = 60

/** Returns a function that lists the entry of a command; an empty list when the user may not do it or it has no effect. */
export function useVerbEntry(): (monitor: MonitorSummary, command: Command<MonitorVerb>) => Entry[] {
  const { palette } = useText()
  const { duration } = useFormat()
  const navigate = useNavigate()
  const mayEdit = usePermission('can_edit_monitors')
  const maySilence = usePermission('can_manage_incidents')
  const changeStatus = useStatusChange()
  const silence = useSilencing()
  return (monitor, { verb, minutes }) => {
    const { id, name, status } = monitor
    const params = { id }
    const length = minutes ?? SILENCE_MINUTES
    const actions: Record<MonitorVerb, { label: string; run: () => void; isOffered: boolean }> = {
      silence: {
        label: palette.silence(name, duration(length * 60_000)),
        run: () => silence(monitor, length),
        isOffered: maySilence,
      },
      pause: {
        label: palette.pause(name),
        run: () => changeStatus(monitor, 'pause'),
        isOffered: mayEdit && status === 'active',
      },
      resume: {
        label: palette.resume(name),
        run: () => changeStatus(monitor, 'resume'),
        isOffered: mayEdit && status !== 'active',
      },
      edit: {
        label: palette.edit(name),
        run: () => void navigate({ to: '/monitors/$id/edit', params }),
        isOffered: mayEdit,
      },
      maintenance: {
        label: palette.maintenance(name),
        run: () => void navigate({ to: '/maintenance', search: { monitor: id } } as never),
        isOffered: mayEdit,
      },
    }
    const { isOffered, ...action } = actions[verb]
    return isOffered ? [{ id: `${verb}:${id}`, icon: ICONS[verb], ...action }] : []
  }
}

/** Entries that acknowledge: incidents with a common cause as one entry, then the single incidents. */
export function useAcknowledgeEntries(): Entry[] {
  const { acknowledge: text } = useText()
  const { number } = useFormat()
  const { acknowledge } = useAcknowledge()
  const mayAcknowledge = usePermission('can_manage_incidents')
  const { data } = useQuery(openIncidentsQuery)
  if (!data || !mayAcknowledge) return []
  const storms = data.storms
    .filter(({ open }) => open > 0)
    .map(({ kind, value, incident_ids: ids }) => {
      const title = text.storm[kind](number(ids.length), value)
      return { title, incidents: ids.map((id) => ({ id, title })) }
    })
  const single = data.incidents
    .filter(({ status }) => status === 'open')
    .map(({ id, title }) => ({ title, incidents: [{ id, title }] }))
  return [...storms, ...single].map(({ title, incidents }) => ({
    id: `acknowledge:${incidents[0]!.id}`,
    label: text.named(toPlainTitle(title)),
    icon: Check,
    run: () => acknowledge(incidents),
  }))
}

function useStatusChange(): (monitor: MonitorSummary, change: 'pause' | 'resume') => void {
  const { palette, common } = useText()
  const store = useMonitorStore()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  return (monitor, change) => {
    const { id, name, managed_by } = monitor
    const refresh = () => {
      store.scheduleReload()
      void client.invalidateQueries({ queryKey: [`monitor:${id}`] })
    }
    run({
      name: palette[change](name),
      send: () => getData(api.POST(`/api/monitors/{id}/${change}`, { params: { path: { id } } })),
      onDone: () => {
        const undo = toUndo('status', [id], () => restoreStatuses([monitor]).finally(refresh))
        const title = (change === 'pause' ? palette.paused : palette.resumed)(name)
        toast.done(title, managed_by && common.managed.kept('status'), undo)
        refresh()
      },
    })
  }
}

function useSilencing(): (monitor: MonitorSummary, minutes: number) => void {
  const { palette, silence: text } = useText()
  const { duration, dateTime } = useFormat()
  const store = useMonitorStore()
  const client = useQueryClient()
  const toast = useToast()
  const { run } = useAction()
  return ({ id, name, silence: before }, minutes) => {
    const params = { path: { id } }
    const until = new Date(Date.now() + minutes * 60_000).toISOString()
    const refresh = () => {
      store.scheduleReload()
      void client.invalidateQueries({ queryKey: [`monitor:${id}`] })
    }
    const restore = () =>
      (before
        ? getData(api.POST('/api/monitors/{id}/silence', { params, body: { until: before.until } }))
        : getData(api.DELETE('/api/monitors/{id}/silence', { params }))
      ).finally(refresh)
    run({
      name: palette.silence(name, duration(minutes * 60_000)),
      send: () => getData(api.POST('/api/monitors/{id}/silence', { params, body: { until } })),
      onDone: () => {
        toast.done(text.done(dateTime(until)), name, toUndo('silence monitor', [id], restore))
        refresh()
      },
    })
  }
}
