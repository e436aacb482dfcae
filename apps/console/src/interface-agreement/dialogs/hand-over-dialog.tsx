import { HTMLSelect } from '@blueprintjs/core'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { type DeliverableType, deliverableTypes } from '@carapace/shared/interface-agreement/row'
import { type getAgreementRow, handOver } from '@carapace/shared/interface-agreement/row-details.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { Field, LineField } from '../../core/ui/field.tsx'
import { FileDrop } from '../../core/ui/file-drop.tsx'
import { toast } from '../../core/ui/toast.ts'
import { bytesText } from '../../core/format/format.ts'
import { AreaField } from './area-field.tsx'
import { ArtefactPicker } from './artefact-picker.tsx'
import { BillPicker } from './bill-picker.tsx'
import { DialogForm } from './dialog-form.tsx'
import { useUploads } from './use-uploads.ts'

interface HandOverDialogProps {
  readonly agreement: Agreement
  readonly row: number
  readonly title: string
  /** The agreed kind of deliverable, or empty. */
  readonly kind: string
  readonly details: z.output<typeof getAgreementRow.output>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** What each kind means for the other side. */
const meanings: Readonly<Record<DeliverableType, string>> = {
  handover: 'The files are passed to the other side and stay there.',
  inspection: 'The other side looks at the work product where it is kept.',
  'insight-on-demand': 'The work product is shown to the other side when it asks.',
}

/** Hands a work product over: kind, version, files and artefacts (rule AGREEMENT-UI-15). */
export function HandOverDialog({ agreement, row, title, kind: agreed, details, onDone, onClose }: HandOverDialogProps) {
  const [kind, setKind] = useState<DeliverableType>(deliverableTypes.find((each) => each === agreed) ?? 'handover')
  const [version, setVersion] = useState('')
  const [note, setNote] = useState('')
  const [artefacts, setArtefacts] = useState<readonly string[]>(() => details.evidence.map(({ uuid }) => uuid))
  const [bills, setBills] = useState<readonly string[]>([])
  const attached = details.files.filter((file) => file.side === agreement.side && file.delivery_uuid === null)
  const uploads = useUploads(agreement.uuid, row)
  const [left, setLeft] = useState<readonly string[]>([])
  const files = [...attached, ...uploads.files.filter(({ uuid }) => attached.every((each) => each.uuid !== uuid))]
  const chosen = files.filter(({ uuid }) => !left.includes(uuid)).map(({ uuid }) => uuid)
  const { busy, problem, run } = useAction()
  const submit = () =>
    void run(async () => {
      await call(handOver, {
        agreement_uuid: agreement.uuid,
        row,
        kind,
        version,
        note,
        files: chosen,
        artefacts: [...artefacts],
        bills: [...bills],
      })
      toast.success('Handed over: the other side is asked for a receipt')
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={`Hand over ${title}`}
      action="Hand over"
      isReady={uploads.progress === undefined}
      isBusy={busy}
      problem={problem ?? uploads.problem}
      isWide
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="ia-days">
        <Field
          label="Deliverable"
          hint={kind === agreed || agreed === '' ? meanings[kind] : `${meanings[kind]} Agreed is ${agreed}.`}
        >
          {(id, describedBy) => (
            <HTMLSelect
              id={id}
              fill
              autoFocus
              aria-describedby={describedBy}
              value={kind}
              options={[...deliverableTypes]}
              onChange={(event) => setKind(event.currentTarget.value as DeliverableType)}
            />
          )}
        </Field>
        <LineField label="Version of the document" value={version} maxLength={60} onChange={setVersion} />
      </div>
      <AreaField label="Note" value={note} maxLength={2_000} onChange={setNote} />
      <fieldset className="c-field">
        <legend>Files, up to 64 MiB each</legend>
        {files.map(({ uuid, name, bytes }) => (
          <label key={uuid} className="c-radio">
            <input
              type="checkbox"
              checked={!left.includes(uuid)}
              onChange={({ target }) =>
                setLeft(target.checked ? left.filter((each) => each !== uuid) : [...left, uuid])
              }
            />
            {name} <span className="num ia-faint">{bytesText(bytes)}</span>
          </label>
        ))}
        <FileDrop
          accepts="any file"
          file={uploads.file}
          progress={uploads.progress}
          onFile={(file) => void uploads.send(file)}
        />
      </fieldset>
      {details.evidence.length > 0 && (
        <ArtefactPicker evidence={details.evidence} chosen={artefacts} onChange={setArtefacts} />
      )}
      {details.bills.length > 0 && <BillPicker bills={details.bills} chosen={bills} onChange={setBills} />}
    </DialogForm>
  )
}
