import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { groupTreeQuery } from '../../../parts/platform/queries.ts'
import { useLanguage } from '../../../text/text.tsx'
import { buildTree, type GroupTree } from './tree.ts'

const NONE: GroupTree = { list: [], byId: new Map() }

/** Returns the tree of groups; empty while loading. */
export function useGroupTree(): GroupTree {
  const { data } = useQuery(groupTreeQuery)
  const { language } = useLanguage()
  return useMemo(() => {
    if (!data) return NONE
    return buildTree(data, new Intl.Collator(language, { numeric: true }).compare)
  }, [data, language])
}
