import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { type AddedOrigin, addedOrigins } from '@carapace/shared/sbom/sbom'
import { listSoftware, saveSoftware } from '@carapace/shared/sbom/software.contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field, LineField } from '../../core/ui/field.tsx'
import { originNames } from '../words.ts'
import { FileDrop } from '../../core/ui/file-drop.tsx'
import { Reading } from './reading.tsx'
import { type Target, useUpload } from './use-upload.ts'

interface UploadDialogProps {
  /** The release that the document is for; absent: the dialog asks for software and version. */
  readonly releaseUuid?: string
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Adds a bill of materials from a file or a URL, and shows what reading it found (rule SBOM-UI-4). */
export function UploadDialog({ releaseUuid, onDone, onClose }: UploadDialogProps) {
  const [software, setSoftware] = useState('')
  const [newName, setNewName] = useState('')
  const [version, setVersion] = useState('')
  const [origin, setOrigin] = useState<AddedOrigin>('own')
  const [file, setFile] = useState<File>()
  const [url, setUrl] = useState('')
  const adding = useAction()
  const upload = useUpload()
  const { document } = upload
  const done = useRef(onDone)
  done.current = onDone
  const state = document?.state
  useEffect(() => {
    if (state !== undefined) done.current()
  }, [state])
  const content = file ?? (url.trim() === '' ? undefined : url.trim())
  const isNew = software === 'new'
  const isPlaced = releaseUuid !== undefined || ((isNew ? newName.trim() : software) !== '' && version.trim() !== '')
  const send = () =>
    adding.run(async () => {
      if (content === undefined) return
      const target: Target = releaseUuid ? { release_uuid: releaseUuid } : { software, version: version.trim() }
      const named = isNew ? (await call(saveSoftware, { name: newName.trim() })).software.uuid : undefined
      if (named !== undefined) setSoftware(named)
      await upload.send({ target: named === undefined ? target : { ...target, software: named }, origin, content })
    })
  const problem = adding.problem ?? upload.problem
  return (
    <Dialog className="sb-upload" isOpen title="Upload a bill of materials" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DialogBody>
          {document ? (
            <Reading document={document} isKnown={upload.isKnown} />
          ) : (
            <>
              <FileDrop
                accepts="CycloneDX, SPDX, OpenVEX or CSAF, also compressed, up to 100 MB"
                file={file}
                progress={upload.busy ? upload.progress : undefined}
                onFile={setFile}
              />
              {file === undefined && (
                <LineField
                  label="Or from a URL"
                  hint="https, without sign-in; the server fetches it."
                  value={url}
                  onChange={setUrl}
                  maxLength={2_000}
                />
              )}
              {releaseUuid === undefined && (
                <Place
                  software={software}
                  newName={newName}
                  version={version}
                  onSoftware={setSoftware}
                  onNewName={setNewName}
                  onVersion={setVersion}
                />
              )}
              <Field label="Origin">
                {(id) => (
                  <HTMLSelect
                    id={id}
                    fill
                    value={origin}
                    options={addedOrigins.map((value) => ({ value, label: originNames[value] }))}
                    onChange={(event) => setOrigin(event.currentTarget.value as AddedOrigin)}
                  />
                )}
              </Field>
            </>
          )}
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button variant="outlined" text={document ? 'Close' : 'Cancel'} onClick={onClose} />
              {!document && (
                <Button
                  type="submit"
                  intent="primary"
                  text="Upload"
                  loading={upload.busy || adding.busy}
                  disabled={content === undefined || !isPlaced}
                />
              )}
            </>
          }
        />
      </form>
    </Dialog>
  )
}

interface PlaceProps {
  readonly software: string
  readonly newName: string
  readonly version: string
  readonly onSoftware: (uuid: string) => void
  readonly onNewName: (name: string) => void
  readonly onVersion: (version: string) => void
}

/** The software and the version that the document is about. */
function Place({ software, newName, version, onSoftware, onNewName, onVersion }: PlaceProps) {
  const { data } = useEndpoint(listSoftware, {})
  return (
    <>
      <Field label="Software">
        {(id) => (
          <HTMLSelect
            id={id}
            fill
            value={software}
            options={[
              { value: '', label: 'Choose one' },
              { value: 'new', label: 'New software…' },
              ...(data?.software ?? []).map(({ uuid, code, name }) => ({ value: uuid, label: `${code} ${name}` })),
            ]}
            onChange={(event) => onSoftware(event.currentTarget.value)}
          />
        )}
      </Field>
      {software === 'new' && (
        <LineField label="Name of the software" value={newName} onChange={onNewName} maxLength={200} required />
      )}
      <LineField
        label="Version"
        hint="A release of this version is added if there is none."
        value={version}
        onChange={onVersion}
        maxLength={200}
        required
      />
    </>
  )
}
