import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { type SoftwareKind, softwareKinds } from '@carapace/shared/sbom/sbom'
import { saveSoftware, type Software } from '@carapace/shared/sbom/software.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { kindNames } from '../words.ts'

interface SoftwareDialogProps {
  /** Absent: a new one. */
  readonly software?: Software
  readonly onDone: (software: Software) => void
  readonly onClose: () => void
}

/** Adds or changes a software. */
export function SoftwareDialog({ software, onDone, onClose }: SoftwareDialogProps) {
  const [name, setName] = useState(software?.name ?? '')
  const [kind, setKind] = useState<SoftwareKind>(software?.kind ?? 'ecu-image')
  const [ecu, setEcu] = useState(software?.ecu ?? '')
  const [reportedAs, setReportedAs] = useState(software?.reported_as ?? '')
  const [supplier, setSupplier] = useState(software?.supplier ?? '')
  const [description, setDescription] = useState(software?.description ?? '')
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const { software: saved } = await call(saveSoftware, {
        ...(software && { uuid: software.uuid, revision: software.revision }),
        name,
        kind,
        ecu,
        reported_as: reportedAs,
        supplier,
        description,
      })
      onDone(saved)
      onClose()
    })
  return (
    <Dialog isOpen title={software === undefined ? 'Add software' : `Edit ${software.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <LineField label="Name" value={name} onChange={setName} maxLength={200} required autoFocus />
          <Field label="Kind">
            {(id) => (
              <HTMLSelect
                id={id}
                fill
                value={kind}
                options={softwareKinds.map((value) => ({ value, label: kindNames[value] }))}
                onChange={(event) => setKind(event.currentTarget.value as SoftwareKind)}
              />
            )}
          </Field>
          <LineField
            label="ECU"
            hint="The control unit that runs it, if any."
            value={ecu}
            onChange={setEcu}
            maxLength={100}
          />
          <LineField
            label="Reported as"
            hint="The name or part number in the inventories of vehicles: finds the vehicles that run it."
            value={reportedAs}
            onChange={setReportedAs}
            maxLength={200}
          />
          <LineField label="Supplier" value={supplier} onChange={setSupplier} maxLength={200} />
          <LineField label="Description" value={description} onChange={setDescription} maxLength={5_000} />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={software === undefined ? 'Add' : 'Save'}
          isReady={name.trim() !== ''}
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
