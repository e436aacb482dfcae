import { DialogBody } from '@blueprintjs/core'
import type { TypedValue } from '@carapace/shared/msoc/observables/observables'
import { addEntries, listObservableLists } from '@carapace/shared/msoc/observables/observables.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useEndpoint } from '../../../core/call/query.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { Field } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'

interface AddToListProps {
  readonly values: readonly TypedValue[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Adds values to a list that is chosen in a dialog. */
export function AddToList({ values, onDone, onClose }: AddToListProps) {
  const { data } = useEndpoint(listObservableLists, {})
  const [uuid, setUuid] = useState('')
  const action = useAction()
  const lists = data?.lists ?? []
  const add = () =>
    action.run(async () => {
      const entries = values.map(({ type, value }) => ({ type, value }))
      const { added } = await call(addEntries, { uuid, entries })
      toast.success(`${number(added)} of ${number(values.length)} values added, in effect within five seconds.`)
      onDone()
      onClose()
    })
  return (
    <Dialog isOpen title="Add to list" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <DialogBody className="c-form">
          <ListField value={uuid} lists={lists} onChange={setUuid} />
          {data !== undefined && lists.length === 0 && (
            <p className="c-note">There is no list yet. Create one under Lists.</p>
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions action="Add" isReady={uuid !== ''} isBusy={action.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface ListFieldProps {
  readonly label?: string
  readonly value: string
  readonly lists: readonly { readonly uuid: string; readonly name: string; readonly kind: 'watch' | 'allow' }[]
  readonly onChange: (uuid: string) => void
}

/** A choice of lists; the empty value is none. */
export function ListField({ label = 'List', value, lists, onChange }: ListFieldProps) {
  return (
    <Field label={label}>
      {(id) => (
        <div className="bp6-html-select">
          <select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">None</option>
            {lists.map((list) => (
              <option key={list.uuid} value={list.uuid}>
                {list.name} ({list.kind === 'watch' ? 'watchlist' : 'allowlist'})
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  )
}
