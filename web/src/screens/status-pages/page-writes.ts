/** Writes to a status page: save, publish, unpublish and the undo of each. */

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { api, getData } from '../../api/client.ts'
import { runAsking } from '../../app/managed/ask.ts'
import { useAction } from '../../app/use-action.ts'
import type { FormDraft } from '../../parts/forms/drafts/use-draft.ts'
import { useText } from '../../text/text.tsx'
import { type Submit, useSubmit } from '../../ui/form.tsx'
import { useToast } from '../../ui/toast.tsx'
import { toUndo, type Undo } from '../../ui/toast-messages.ts'
import {
  type Draft,
  getPageUrl,
  isChanged,
  type PageBody,
  type StatusPage,
  toBody,
  toDraft,
  toUndoBody,
  withKnownIds,
} from './page-draft.ts'

/** Sends the change and shows the new page in every list. */
async function putPage(client: QueryClient, page: StatusPage, body: PageBody): Promise<StatusPage> {
  const path = { projectId: page.project_id, pageId: page.id }
  const answer = await getData(api.PUT('/api/projects/{projectId}/status-pages/{pageId}', { params: { path }, body }))
  client.setQueryData(['status-pages', page.project_id, 'page', page.id], answer)
  void client.invalidateQueries({ queryKey: ['status-pages'] })
  return answer.status_page
}

/** Publishes or unpublishes a page without its unsaved changes. */
export function usePublish(): { publish: (page: StatusPage, isPublished: boolean) => void; isPending: boolean } {
  const labels = useText().statusPages
  const client = useQueryClient()
  const toast = useToast()
  const { run, isPending } = useAction()
  const showPublished = useShowPublished()
  const publish = (page: StatusPage, isPublished: boolean) =>
    run({
      name: `${isPublished ? labels.publish : labels.unpublish}: ${page.name}`,
      send: () => putPage(client, page, { is_published: isPublished }),
      onDone: (saved) => {
        if (isPublished) return showPublished(saved)
        toast.done(
          labels.unpublishedDone(page.name),
          labels.unpublishedHelp,
          toUndo('page', [page.id], () => putPage(client, page, { is_published: true })),
        )
      },
    })
  return { publish, isPending }
}

function useShowPublished(): (page: StatusPage, undo?: Undo) => void {
  const labels = useText().statusPages
  const toast = useToast()
  return (page, undo) =>
    toast.done(labels.publishedDone(page.name), undefined, undo, {
      label: labels.open,
      run: () => void open(getPageUrl(page, location.origin), '_blank', 'noopener'),
    })
}

/** The message about a draft offers to publish it. */
export function useShowDraft(): (title: string, page: StatusPage, undo?: Undo) => void {
  const labels = useText().statusPages
  const toast = useToast()
  const { publish } = usePublish()
  return (title, page, undo) =>
    toast.done(title, labels.draftHelp, undo, { label: labels.publish, run: () => publish(page, true) })
}

interface PageForm {
  form: Submit
  /** Saves the draft and publishes the page. */
  saveAndPublish: () => void
}

/** The draft becomes the saved page, and the earlier page after an undo. */
export function usePageForm(
  page: StatusPage,
  { value: draft, set, done }: Pick<FormDraft<Draft>, 'value' | 'set' | 'done'>,
): PageForm {
  const client = useQueryClient()
  const publishes = useRef(false)
  const showSaved = useShowSaved()
  const form = useSubmit(
    async () => {
      const body = { ...toBody(withKnownIds(draft, page)), ...(takeFlag(publishes) && { is_published: true }) }
      return { body, saved: await putPage(client, page, body) }
    },
    {
      onDone: ({ body, saved }) => {
        done(toDraft(saved))
        const undoBody = toUndoBody(page, saved, body)
        const undo = toUndo('page', [saved.id], async () => {
          const restored = await putPage(client, saved, undoBody!)
          set((current) => (isChanged(current, saved) ? current : toDraft(restored)))
        })
        showSaved(saved, body.is_published === true, undoBody ? undo : undefined)
      },
    },
  )
  const submit = (publish: boolean) =>
    runAsking([page], () => {
      publishes.current = publish
      form.submit()
    })
  return { form: { ...form, submit: () => submit(false) }, saveAndPublish: () => submit(true) }
}

function takeFlag(flag: RefObject<boolean>): boolean {
  const value = flag.current
  flag.current = false
  return value
}

function useShowSaved(): (page: StatusPage, isNew: boolean, undo: Undo | undefined) => void {
  const labels = useText().statusPages
  const toast = useToast()
  const showPublished = useShowPublished()
  const showDraft = useShowDraft()
  return (page, isNew, undo) => {
    if (isNew) showPublished(page, undo)
    else if (page.is_published) toast.done(labels.saved, undefined, undo)
    else showDraft(labels.savedDraft, page, undo)
  }
}
