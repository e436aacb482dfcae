import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { type Release, saveRelease } from '@carapace/shared/sbom/releases.contract'
import { listSoftware } from '@carapace/shared/sbom/software.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'

interface ReleaseDialogProps {
  /** Absent: a new one. */
  readonly release?: Release
  readonly onDone: (release: Release) => void
  readonly onClose: () => void
}

/** Adds or changes a release. */
export function ReleaseDialog({ release, onDone, onClose }: ReleaseDialogProps) {
  const { data } = useEndpoint(listSoftware, {})
  const [software, setSoftware] = useState(release?.software.uuid ?? '')
  const [version, setVersion] = useState(release?.version ?? '')
  const [rxswin, setRxswin] = useState(release?.rxswin ?? '')
  const [partNumber, setPartNumber] = useState(release?.part_number ?? '')
  const [note, setNote] = useState(release?.note ?? '')
  const action = useAction()
  const save = () =>
    action.run(async () => {
      const answer = await call(saveRelease, {
        ...(release ? { uuid: release.uuid, revision: release.revision } : { software_uuid: software }),
        version,
        rxswin,
        part_number: partNumber,
        note,
      })
      onDone(answer.release)
      onClose()
    })
  return (
    <Dialog isOpen title={release === undefined ? 'Add a release' : 'Edit the release'} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <DialogBody>
          {release === undefined && (
            <Field
              label="Software"
              hint={data?.software.length === 0 ? 'There is no software yet. Add one first.' : undefined}
            >
              {(id, describedBy) => (
                <HTMLSelect
                  id={id}
                  fill
                  autoFocus
                  aria-describedby={describedBy}
                  value={software}
                  options={[
                    { value: '', label: 'Choose one' },
                    ...(data?.software ?? []).map(({ uuid, code, name }) => ({
                      value: uuid,
                      label: `${code} ${name}`,
                    })),
                  ]}
                  onChange={(event) => setSoftware(event.currentTarget.value)}
                />
              )}
            </Field>
          )}
          <LineField label="Version" value={version} onChange={setVersion} maxLength={200} required />
          <LineField
            label="RXSWIN"
            hint="The identification number of the software by UN R156, if the type approval has one."
            value={rxswin}
            onChange={setRxswin}
            maxLength={100}
          />
          <LineField label="Part number" value={partNumber} onChange={setPartNumber} maxLength={100} />
          <LineField label="Note" value={note} onChange={setNote} maxLength={5_000} />
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action={release === undefined ? 'Add' : 'Save'}
          isReady={version.trim() !== '' && (release !== undefined || software !== '')}
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
