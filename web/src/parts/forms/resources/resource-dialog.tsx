/**
 * A dialog that creates or changes a resource. Its form is drawn from the schema of the API:
 *
 *     <ResourceDialog form="group" resource={group} create={(body) => …} update={(body) => …} … />
 *
 * A screen that opens the dialog calls `useFormPreload`, so that the fields are there at once.
 */
import { type QueryKey, usePrefetchQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../../../text/text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadError, Skeleton } from '../../../ui/notice.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { FormActions } from '../dialogs/form-dialog.tsx'
import { type FormName, formQuery } from '../schema-form/form-query.ts'
import type { Schema } from '../schema-form/schema.ts'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { useSchemaForm } from '../schema-form/use-schema-form.ts'

type FormOptions = Parameters<typeof useSchemaForm>[0]

interface SaveOptions<Saved> extends Partial<Pick<FormOptions, 'draftName' | 'values' | 'extras' | 'custom'>> {
  /** Null for a new resource, which begins with `values`. */
  resource: object | null
  /** The schema describes the body, so its type is left open. */
  create: (body: never) => Promise<Saved>
  update?: (body: never) => Promise<Saved>
  /** Queries that the request changes. */
  changes?: readonly QueryKey[]
  /** Reads other data again that the request changes. */
  onRefresh?: () => void
  /** Messages after success. */
  created?: (name: string) => string
  saved?: string
  /** Reverts the request. By default, a change is reverted by another change; false offers no undo. */
  undo?: ((saved: Saved) => Promise<unknown>) | false
  /** Replaces the message, and closing the dialog. */
  onSaved?: (saved: Saved) => void
  /** Label of the button that creates. */
  submit?: string
  /** Content below the fields. */
  children?: ReactNode
}

interface ResourceDialogProps<Saved>
  extends SaveOptions<Saved>,
    Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'isWide' | 'onClose'> {
  form: FormName
}

export const useFormPreload = (form: FormName): void => usePrefetchQuery(formQuery(form))

export function ResourceDialog<Saved>({ form, title, description, isWide, ...rest }: ResourceDialogProps<Saved>) {
  const { data, error, refetch } = useQuery(formQuery(form))
  return (
    <Dialog isOpen onClose={rest.onClose} title={title} description={description} isWide={isWide}>
      {data ? (
        <Content {...rest} name={form} schema={data.variants[0]!.schema} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}

interface ContentProps<Saved> extends SaveOptions<Saved> {
  name: FormName
  schema: Schema
  onClose: () => void
}

function Content<Saved>(props: ContentProps<Saved>) {
  const { name, schema, resource, values, draftName = null, extras, custom, submit, onClose, children } = props
  const { common } = useText()
  const showSaved = useShowSaved(props)
  const isNew = resource === null
  const form = useSchemaForm<Saved>({
    name,
    schema,
    values: { ...values, ...resource },
    isNew,
    draftName,
    extras,
    custom,
    marksOptional: true,
    send: (body) => (isNew ? props.create(body as never) : props.update!(body as never)),
    onDone: (saved) => {
      showSaved(saved, String((form.scope.draft as { name?: string }).name), form.buildUndo())
      if (!props.onSaved) onClose()
    },
  })
  return (
    <SchemaForm form={form} className="gap-4">
      {children}
      <FormActions form={form.submit} submit={isNew ? (submit ?? common.create) : common.save} />
    </SchemaForm>
  )
}

function useShowSaved<Saved>(options: SaveOptions<Saved>) {
  const { resource, update, changes = [], onRefresh, created, saved: savedText, undo, onSaved } = options
  const { common } = useText()
  const client = useQueryClient()
  const toast = useToast()
  const refresh = () => {
    for (const queryKey of changes) void client.invalidateQueries({ queryKey })
    onRefresh?.()
  }
  return (saved: Saved, name: string, before: object) => {
    refresh()
    if (onSaved) return onSaved(saved)
    const revert = undo ?? (resource && update ? () => update(before as never) : false)
    const message = resource === null ? (created?.(name) ?? common.saved) : (savedText ?? common.saved)
    toast.done(message, undefined, revert ? () => revert(saved).finally(refresh) : undefined)
  }
}
