import { Button, DialogBody } from '@blueprintjs/core'
import type { Tlp } from '@carapace/shared/msoc/observables/observables'
import {
  deleteObservables,
  type ObservableRow,
  updateObservables,
} from '@carapace/shared/msoc/observables/observables.contract'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { useRefusal } from '../../../core/session/may.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { toast } from '../../../core/ui/toast.ts'
import { useSelection } from '../../../core/table/selection.tsx'
import { TlpField } from '../level.tsx'
import { AddToList } from '../lists/add-to-list.tsx'
import { observablesText, tagsIn } from '../words.ts'

interface BulkBarProps {
  readonly rows: readonly ObservableRow[]
  readonly onChanged: () => void
}

type Change = Parameters<typeof call<typeof updateObservables.input, typeof updateObservables.output>>[1]['change']
/** The most observables of one call. */
const mostAtOnce = 1_000

/** The actions on the selected observables (rule OBSERVABLE-UI-3). */
export function BulkBar({ rows, onChanged }: BulkBarProps) {
  const { selected, set } = useSelection()
  const [dialog, setDialog] = useState<'tags' | 'tlp' | 'list' | 'delete'>()
  const refusal = useRefusal(updateObservables)
  const action = useAction()
  const mine = rows.filter(({ uuid }) => selected.has(uuid)).slice(0, mostAtOnce)
  if (mine.length === 0) return null
  const uuids = mine.map(({ uuid }) => uuid)
  const isEveryIndicator = mine.every((row) => row.is_ioc)

  const change = (fields: Change) =>
    action.run(async () => {
      const { updated } = await call(updateObservables, { uuids, change: fields })
      setDialog(undefined)
      toast.success(`${observablesText(updated)} changed.`)
      onChanged()
    })
  const remove = () =>
    action.run(async () => {
      const { deleted } = await call(deleteObservables, { uuids })
      setDialog(undefined)
      set([])
      toast.success(`${observablesText(deleted)} deleted.`)
      onChanged()
    })
  return (
    <div className="ru-bulk" role="region" aria-label="Selected observables">
      <span className="num">{observablesText(mine.length)} selected</span>
      <ActButton text="Tags" refusal={refusal} onClick={() => setDialog('tags')} />
      <ActButton text="TLP" refusal={refusal} onClick={() => setDialog('tlp')} />
      <ActButton
        text={isEveryIndicator ? 'No indicator' : 'Mark as indicator'}
        refusal={refusal}
        loading={action.busy}
        onClick={() => void change({ is_ioc: !isEveryIndicator })}
      />
      <ActButton text="Add to list" refusal={refusal} onClick={() => setDialog('list')} />
      <ActButton text="Delete" refusal={refusal} onClick={() => setDialog('delete')} />
      <Button
        size="small"
        variant="minimal"
        text="Select all loaded"
        onClick={() => set(rows.slice(0, mostAtOnce).map(({ uuid }) => uuid))}
      />
      <Button size="small" variant="minimal" text="Clear" onClick={() => set([])} />
      {action.problem !== undefined && (
        <span className="c-problem" role="alert">
          {action.problem}
        </span>
      )}
      {dialog === 'tags' && (
        <TagsDialog
          isBusy={action.busy}
          onSave={(fields) => void change(fields)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'tlp' && (
        <TlpDialog isBusy={action.busy} onSave={(tlp) => void change({ tlp })} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'list' && <AddToList values={mine} onDone={onChanged} onClose={() => setDialog(undefined)} />}
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        title={`Delete ${observablesText(mine.length)}?`}
        action="Delete"
        isDanger
        isBusy={action.busy}
        onConfirm={() => void remove()}
        onClose={() => setDialog(undefined)}
      >
        Their sightings and results are deleted, too. Alerts and lists keep the values.
      </ConfirmDialog>
    </div>
  )
}

interface TagsDialogProps {
  readonly isBusy: boolean
  readonly onSave: (change: { add_tags: string[]; remove_tags: string[] }) => void
  readonly onClose: () => void
}

function TagsDialog({ isBusy, onSave, onClose }: TagsDialogProps) {
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  return (
    <Dialog isOpen title="Change tags" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave({ add_tags: tagsIn(added), remove_tags: tagsIn(removed) })
        }}
      >
        <DialogBody className="c-form">
          <LineField
            label="Add"
            hint="Separated by commas."
            value={added}
            onChange={setAdded}
            maxLength={500}
            autoFocus
          />
          <LineField label="Remove" value={removed} onChange={setRemoved} maxLength={500} />
        </DialogBody>
        <DialogActions action="Change" isReady={added + removed !== ''} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface TlpDialogProps {
  readonly isBusy: boolean
  readonly onSave: (tlp: Tlp) => void
  readonly onClose: () => void
}

function TlpDialog({ isBusy, onSave, onClose }: TlpDialogProps) {
  const [tlp, setTlp] = useState<Tlp>('AMBER')
  return (
    <Dialog isOpen title="Change TLP" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(tlp)
        }}
      >
        <DialogBody className="c-form">
          <TlpField value={tlp} onChange={setTlp} />
        </DialogBody>
        <DialogActions action="Change" isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
