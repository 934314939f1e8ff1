/** Deletes a group after the user has selected where its monitors go. */
import { useId, useState } from 'react'
import { api, getData } from '../../../api/client.ts'
import { ManagedNote } from '../../../app/managed/managed.tsx'
import { FormDialog } from '../../../parts/forms/dialogs/form-dialog.tsx'
import { useFormat, useText } from '../../../text/text.tsx'
import { Options } from '../../../ui/field.tsx'
import { useSubmit } from '../../../ui/form.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { Group, GroupTree } from './tree.ts'

interface GroupDeleteProps {
  tree: GroupTree
  group: Group
  onClose: () => void
  onDone: () => void
}

type MonitorHandling = 'force' | 'reassign'

export function GroupDelete({ tree, group, onClose, onDone }: GroupDeleteProps) {
  const { groups: labels } = useText()
  const { number } = useFormat()
  const toast = useToast()
  const others = tree.list.filter(({ id }) => !group.subtree.has(id))
  const [handling, setHandling] = useState<MonitorHandling>('force')
  const [target, setTarget] = useState(() => group.parentId ?? others[0]?.id ?? '')
  const [wasFilled, setFilled] = useState(false)
  const known = [...group.subtree].reduce((sum, id) => sum + (tree.byId.get(id)?.ownCount ?? 0), 0)
  const isFull = known > 0 || wasFilled
  const form = useSubmit(
    () =>
      getData(
        api.DELETE('/api/groups/{groupId}', {
          params: { path: { groupId: group.id } },
          body: isFull ? (handling === 'force' ? { force: true } : { reassign_to_group_id: target }) : {},
        }),
      ),
    {
      onDone: () => {
        toast.done(labels.deleted(group.name))
        onDone()
      },
      // Another user added a monitor to it in the meantime
      onFailed: ({ code }) => code === 'GROUP_NOT_EMPTY' && setFilled(true),
    },
  )
  const below = group.subtree.size - 1
  const isExplained = form.problem?.code === 'GROUP_NOT_EMPTY'
  return (
    <FormDialog
      onClose={onClose}
      title={labels.deleteTitle(group.name)}
      form={isExplained ? { ...form, problem: null } : form}
      submit={labels.deleteAction}
      isDanger
    >
      <div className="flex flex-col gap-1">
        {isExplained && (
          <p role="alert" className="font-medium text-error">
            {labels.notEmpty}
          </p>
        )}
        {below > 0 && <p>{labels.deleteBelow(number(below))}</p>}
        {known > 0 ? <p>{labels.deleteFull(number(known))}</p> : !isFull && <p>{labels.deleteEmpty}</p>}
        <p>{labels.deleteFinal}</p>
        <ManagedNote resources={[...group.subtree].flatMap((id) => tree.byId.get(id) ?? [])} />
      </div>
      {isFull && (
        <HandlingChoice
          handling={handling}
          onHandling={setHandling}
          target={target}
          onTarget={setTarget}
          others={others}
        />
      )}
    </FormDialog>
  )
}

interface HandlingChoiceProps {
  handling: MonitorHandling
  onHandling: (handling: MonitorHandling) => void
  target: string
  onTarget: (id: string) => void
  others: readonly Group[]
}

function HandlingChoice({ handling, onHandling, target, onTarget, others }: HandlingChoiceProps) {
  const labels = useText().groups
  const id = useId()
  const options = others.map((group) => ({
    value: group.id,
    label: `${'\u2003'.repeat(group.level - 1)}${group.name}`,
  }))
  const radio = (value: MonitorHandling, label: string) => (
    <div className="flex min-h-8 items-center gap-2.5">
      <input
        id={`${id}-${value}`}
        type="radio"
        name={id}
        checked={handling === value}
        onChange={() => onHandling(value)}
        className="size-5 accent-accent"
      />
      <label htmlFor={`${id}-${value}`}>{label}</label>
    </div>
  )
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{labels.deleteHandling}</legend>
      {radio('force', labels.deleteForce)}
      {options.length > 0 && radio('reassign', labels.deleteReassign)}
      {handling === 'reassign' && (
        <select
          aria-label={labels.deleteTarget}
          className="control ml-7.5 w-auto"
          value={target}
          onChange={(event) => onTarget(event.target.value)}
        >
          <Options options={options} />
        </select>
      )}
    </fieldset>
  )
}
