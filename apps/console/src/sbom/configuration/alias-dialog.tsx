import { Button, DialogBody } from '@blueprintjs/core'
import { type ComponentAlias, saveComponentAlias } from '@carapace/shared/sbom/policies.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { componentsText } from '../words.ts'

interface AliasDialogProps {
  /** Absent: a new one. */
  readonly alias?: ComponentAlias
  readonly onDone: () => void
  readonly onRemove: (() => void) | undefined
  readonly onClose: () => void
}

/** Adds or changes an alias. */
export function AliasDialog({ alias, onDone, onRemove, onClose }: AliasDialogProps) {
  const [name, setName] = useState(alias?.name ?? '')
  const [supplier, setSupplier] = useState(alias?.supplier ?? '')
  const [purl, setPurl] = useState(alias?.purl ?? '')
  const [cpe, setCpe] = useState(alias?.cpe ?? '')
  const [note, setNote] = useState(alias?.note ?? '')
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const { components } = await call(saveComponentAlias, {
        ...(alias && { uuid: alias.uuid, revision: alias.revision }),
        name,
        supplier,
        purl: purl.trim() || null,
        cpe: cpe.trim() || null,
        note,
      })
      toast.success(`The alias is saved; ${componentsText(components)} changed.`)
      onDone()
      onClose()
    })
  return (
    <Dialog isOpen title={alias === undefined ? 'Add an alias' : `Edit ${alias.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          <LineField label="Own name" value={name} onChange={setName} maxLength={400} required autoFocus />
          <LineField
            label="Supplier"
            hint="Empty: whoever supplies it."
            value={supplier}
            onChange={setSupplier}
            maxLength={200}
          />
          <LineField
            label="Package URL"
            hint="Without a version, such as pkg:conan/zlib: each component's own version takes its place."
            value={purl}
            onChange={setPurl}
            maxLength={1_000}
          />
          <LineField
            label="CPE"
            hint="Such as cpe:2.3:a:zlib:zlib:*:*:*:*:*:*:*:*"
            value={cpe}
            onChange={setCpe}
            maxLength={1_000}
          />
          <LineField label="Note" value={note} onChange={setNote} maxLength={1_000} />
          {onRemove && (
            <Button
              variant="minimal"
              intent="danger"
              text="Remove this alias"
              onClick={() => {
                onClose()
                onRemove()
              }}
            />
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={alias === undefined ? 'Add' : 'Save'}
          isReady={name.trim() !== '' && (purl.trim() !== '' || cpe.trim() !== '')}
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
