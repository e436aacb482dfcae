import { DialogBody, HTMLSelect } from '@blueprintjs/core'
import { mergeReleases } from '@carapace/shared/sbom/exchange.contract'
import { sbomLimits } from '@carapace/shared/sbom/limits'
import { type Release, saveRelease } from '@carapace/shared/sbom/releases.contract'
import { listSoftware, saveSoftware } from '@carapace/shared/sbom/software.contract'
import { useRef, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { releasesText } from '../words.ts'

interface MergeDialogProps {
  readonly parts: readonly Release[]
  /** Called with the release that has the merged document. */
  readonly onDone: (releaseUuid: string) => void
  readonly onClose: () => void
}

const fresh = 'new'

/** Merges the documents of releases into the bill of materials of a vehicle (rule SBOM-UI-20). */
export function MergeDialog({ parts, onDone, onClose }: MergeDialogProps) {
  const { data } = useEndpoint(listSoftware, {})
  const [target, setTarget] = useState(fresh)
  const [name, setName] = useState('')
  const [version, setVersion] = useState('')
  const action = useAction()
  // what was added before a later step failed is used when it is tried again
  const made = useRef<{ software?: string; release?: string }>({})
  const known = data?.software.find(({ uuid }) => uuid === target)
  const missing = parts.filter(({ document }) => document === null)
  const merge = () =>
    action.run(async () => {
      const whole = known?.name ?? name.trim()
      const software = known?.uuid ?? (made.current.software ??= await addSoftware(whole))
      const release = (made.current.release ??= await addRelease(software, version))
      await call(mergeReleases, { name: whole, parts: parts.map(({ uuid }) => uuid), release_uuid: release })
      toast.success(`${releasesText(parts.length)} merged into ${whole} ${version}.`)
      onDone(release)
      onClose()
    })
  const forget = () => (made.current = {})
  return (
    <Dialog isOpen title={`Merge ${releasesText(parts.length)}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void merge()
        }}
      >
        <DialogBody>
          <Field label="The whole" hint="What the releases are parts of, such as a vehicle's model.">
            {(id, describedBy) => (
              <HTMLSelect
                id={id}
                aria-describedby={describedBy}
                fill
                autoFocus
                value={target}
                options={[
                  { value: fresh, label: 'New software' },
                  ...(data?.software ?? []).map(({ uuid, code, name: of }) => ({
                    value: uuid,
                    label: `${code} ${of}`,
                  })),
                ]}
                onChange={(event) => {
                  forget()
                  setTarget(event.currentTarget.value)
                }}
              />
            )}
          </Field>
          {known === undefined && (
            <LineField
              label="Name"
              value={name}
              maxLength={200}
              required
              onChange={(text) => {
                forget()
                setName(text)
              }}
            />
          )}
          <LineField
            label="Version"
            hint="A release with this version is added; it gets the merged document."
            value={version}
            maxLength={100}
            required
            onChange={(text) => {
              delete made.current.release
              setVersion(text)
            }}
          />
          <p className="c-say">Each part keeps its own components, under the name of its control unit.</p>
          {refusalOf(parts.length, missing) !== undefined && (
            <p className="c-problem" role="alert">
              {refusalOf(parts.length, missing)}
            </p>
          )}
          {action.problem !== undefined && (
            <p className="c-problem" role="alert">
              {action.problem}
            </p>
          )}
        </DialogBody>
        <DialogActions
          action="Merge"
          isReady={
            (known !== undefined || name.trim() !== '') &&
            version.trim() !== '' &&
            refusalOf(parts.length, missing) === undefined
          }
          isBusy={action.busy}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

async function addSoftware(name: string): Promise<string> {
  return (await call(saveSoftware, { name, kind: 'other' })).software.uuid
}

async function addRelease(software: string, version: string): Promise<string> {
  return (await call(saveRelease, { software_uuid: software, version })).release.uuid
}

function refusalOf(count: number, missing: readonly Release[]): string | undefined {
  if (count > sbomLimits.merged) return `At most ${sbomLimits.merged} releases are merged at once.`
  const [first] = missing
  return first && `${first.software.name} ${first.version} has no bill of materials that could be read.`
}
