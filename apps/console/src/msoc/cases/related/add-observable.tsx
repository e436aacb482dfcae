import { DialogBody } from '@blueprintjs/core'
import { addCaseLink } from '@carapace/shared/msoc/cases/case-links.contract'
import { createObservables } from '@carapace/shared/msoc/observables/observables.contract'
import { type ObservableType, observableTypes, typeNames } from '@carapace/shared/msoc/observables/observables'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { useAction } from '../../../core/call/use-action.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { LineField } from '../../../core/ui/field.tsx'
import { useCasePage } from '../page-context.tsx'
import { SelectField } from '../settings/select-field.tsx'

interface AddObservableProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Adds an observable, or finds it, and links the case with it (rule CASE-UI-52 of ../SPEC.md). */
export function AddObservable({ isOpen, onClose }: AddObservableProps) {
  return (
    <Dialog className="c-small-dialog" isOpen={isOpen} title="Add an observable" onClose={onClose}>
      <ObservableForm onClose={onClose} />
    </Dialog>
  )
}

function ObservableForm({ onClose }: Pick<AddObservableProps, 'onClose'>) {
  const { detail, again } = useCasePage()
  const [type, setType] = useState<ObservableType>('address')
  const [value, setValue] = useState('')
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const { busy, problem, run } = useAction()
  const add = () =>
    run(async () => {
      const { uuid, invalid } = await call(createObservables, { values: [{ type, value: value.trim() }] })
      setWrong(invalid[0]?.reason)
      if (uuid === null) return
      await call(addCaseLink, { case_uuid: detail.case.uuid, kind: 'observable', target_uuid: uuid, note })
      again()
      onClose()
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() !== '' && !busy) void add()
      }}
    >
      <DialogBody>
        <SelectField
          label="Type"
          value={type}
          options={observableTypes.map((each) => [each, typeNames[each]] as const)}
          onChange={setType}
        />
        <LineField label="Value" value={value} maxLength={2_048} autoComplete="off" onChange={setValue} />
        <LineField label="Note" value={note} maxLength={2_000} autoComplete="off" onChange={setNote} />
        {(wrong ?? problem) !== undefined && (
          <p className="c-problem" role="alert">
            {wrong ?? problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Add" isReady={value.trim() !== ''} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
