import { Button } from '@blueprintjs/core'
import { BoxIcon, CrossIcon, UploadIcon } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { number } from '../../../core/format/format.ts'
import { ActButton } from '../../../core/ui/act-button.tsx'
import { EmptyState } from '../../../core/ui/empty-state.tsx'
import '../../../core/ui/form.css'
import { useCasePage } from '../page-context.tsx'
import { AddReference } from './add-reference.tsx'
import { EvidenceRow } from './evidence-row.tsx'
import { type Upload, useUploads } from './use-uploads.ts'

/** The evidence vault: files with their hash, and references to alerts, captures and windows of frames. */
export function EvidenceTab() {
  const { detail, refusal, again } = useCasePage()
  const { evidence } = detail
  const { uploads, send, stop } = useUploads(detail.case.uuid, again)
  const [open, setOpen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const isEmpty = evidence.length === 0 && uploads.length === 0
  return (
    <section
      className="c-panel cs-fill"
      aria-label="Evidence"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (refusal === undefined) send(event.dataTransfer.files)
      }}
    >
      <div className="c-panel-head">
        <h2>
          Evidence <span className="cs-note num">{number(evidence.length)}</span>
        </h2>
        <span className="cs-row">
          <ActButton refusal={refusal} onClick={() => setAdding(true)}>
            Add frames
          </ActButton>
          <ActButton icon={<UploadIcon />} refusal={refusal} onClick={() => chooser.current?.click()}>
            Add files
          </ActButton>
        </span>
      </div>
      <input
        ref={chooser}
        hidden
        multiple
        type="file"
        aria-label="Files of evidence"
        onChange={(event) => {
          send(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <Sending uploads={uploads} stop={stop} />
      {isEmpty ? (
        <EmptyState icon={<BoxIcon size={24} />} title="No evidence yet">
          Drop files here, up to 64 MiB each, or add the frames of an alert, a capture or a vehicle.
        </EmptyState>
      ) : (
        <ul className="cs-evidence">
          {evidence.map((item) => (
            <EvidenceRow
              key={item.uuid}
              item={item}
              isOpen={open === item.uuid}
              toggle={() => setOpen(open === item.uuid ? undefined : item.uuid)}
            />
          ))}
        </ul>
      )}
      <AddReference isOpen={adding} onClose={() => setAdding(false)} />
    </section>
  )
}

interface SendingProps {
  readonly uploads: readonly Upload[]
  readonly stop: (id: number) => void
}

/** The files that are being sent, each with its progress. */
function Sending({ uploads, stop }: SendingProps) {
  return uploads.map(({ id, name, sent }) => {
    const percent = Math.floor(sent * 100)
    return (
      <div key={id} className="cs-upload" role="status" aria-label={`Upload of ${name}`}>
        <span className="cs-cell-title">{name}</span>
        <div
          role="progressbar"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          className="c-progress-bar"
        >
          <i style={{ width: `${percent}%` }} />
        </div>
        <span className="cs-note num">{percent === 100 ? 'storing' : `${percent} %`}</span>
        <Button
          size="small"
          variant="minimal"
          icon={<CrossIcon size={12} />}
          aria-label={`Stop the upload of ${name}`}
          onClick={() => stop(id)}
        />
      </div>
    )
  })
}
