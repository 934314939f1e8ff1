/** Part of the page state that the address stores: tab, period, region and the open result. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PERIODS, type Period } from './chart/series.ts'

const TABS = ['overview', 'results', 'history', 'notifications', 'replay'] as const
export type TabId = (typeof TABS)[number]

export interface PageView {
  tab: TabId
  period: Period
  /** Id of the open result. */
  result: string | null
  /** Start of the chosen day, `2026-11-28`. */
  day: string | null
  /** Region filter of the result list. */
  region: string | null
}

const parseOneOf = <T extends string>(known: readonly T[], value: unknown): T =>
  known.find((candidate) => candidate === value) ?? known[0]!

const parseText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

export function usePageView(): [PageView, (change: Partial<PageView>) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const view: PageView = {
    tab: parseOneOf(TABS, search.tab),
    period: parseOneOf(PERIODS, search.period),
    result: parseText(search.result),
    day: parseText(search.day),
    region: parseText(search.region),
  }
  const navigateTo = (change: Partial<PageView>) => {
    const { tab, period, result, day, region } = { ...view, ...change }
    const next = {
      ...(tab !== TABS[0] && { tab }),
      ...(period !== PERIODS[0] && { period }),
      ...(result !== null && { result }),
      ...(day !== null && { day }),
      ...(region !== null && { region }),
    }
    void navigate({ to: '.', search: next, replace: true, resetScroll: false } as Parameters<typeof navigate>[0])
  }
  return [view, navigateTo]
}
