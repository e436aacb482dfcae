import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import type { BomDocument } from '@carapace/shared/sbom/bom-documents.contract'
import { exportBom, type ExportFormat, exportFormats, previewBomExport } from '@carapace/shared/sbom/exchange.contract'
import { useState } from 'react'
import { download } from '../../core/call/download.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import { bytesText, number } from '../../core/format/format.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { Field } from '../../core/ui/field.tsx'

const extensions: Readonly<Record<ExportFormat, string>> = {
  'CycloneDX JSON': 'cdx.json',
  'CycloneDX XML': 'cdx.xml',
  'SPDX JSON': 'spdx.json',
  'SPDX tag-value': 'spdx',
  'SPDX 3 JSON-LD': 'spdx3.json',
}

/** Writes a document in another format, after it was shown what that loses (rule SBOM-UI-11). */
export function ExportMenu({ document }: { readonly document: BomDocument }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" text="Export as…" onClick={() => setOpen(true)} />
      {isOpen && <ExportDialog document={document} onClose={() => setOpen(false)} />}
    </>
  )
}

function ExportDialog({ document, onClose }: { readonly document: BomDocument; readonly onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>(
    exportFormats.find((each) => each !== document.format) ?? exportFormats[0],
  )
  const { data, problem } = useEndpoint(previewBomExport, { uuid: document.uuid, format }, { keepPrevious: false })
  const action = useAction()
  const save = () =>
    void action.run(async () => {
      await download(exportBom, { uuid: document.uuid, format }, `${document.file_name}.${extensions[format]}`)
      onClose()
    })
  return (
    <Dialog className="sb-upload" isOpen title={`Export ${document.file_name}`} onClose={onClose}>
      <DialogBody>
        <Field label="Format">
          {(id) => (
            <HTMLSelect
              id={id}
              fill
              autoFocus
              value={format}
              options={[...exportFormats]}
              onChange={(event) => setFormat(event.currentTarget.value as ExportFormat)}
            />
          )}
        </Field>
        <div className="sb-reading" role="status">
          {data === undefined && problem === undefined && <p className="c-note">Looking at what would be lost…</p>}
          {data && (
            <p className="c-say">
              {bytesText(data.bytes)}.{' '}
              {data.lost.length === 0 ? 'Nothing is lost.' : `${number(data.lost.length)} things are lost:`}
            </p>
          )}
          {data && data.lost.length > 0 && (
            <ul className="sb-lines sb-lost" tabIndex={0} aria-label="What is lost">
              {data.lost.map((line, at) => (
                <li key={at}>{line}</li>
              ))}
            </ul>
          )}
        </div>
        {(problem ?? action.problem) !== undefined && (
          <p className="c-problem" role="alert">
            {problem ?? action.problem}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" text="Cancel" onClick={onClose} />
            <Button intent="primary" text="Export" loading={action.busy} disabled={data === undefined} onClick={save} />
          </>
        }
      />
    </Dialog>
  )
}
