import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import {
  type AgreementFile,
  type Delivery,
  downloadAgreementFile,
  giveReceipt,
} from '@carapace/shared/interface-agreement/row-details.contract'
import { useState } from 'react'
import { Button } from '@blueprintjs/core'
import { DownloadIcon } from '@blueprintjs/icons'
import { call, messageOf } from '../../core/call/call.ts'
import { download } from '../../core/call/download.ts'
import { useAction } from '../../core/call/use-action.ts'
import { bytesText, dateTime } from '../../core/format/format.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import { AreaField } from '../dialogs/area-field.tsx'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { counted } from '../words.ts'
import { Receipt } from './receipt.tsx'

interface DeliveryItemProps {
  readonly agreement: Agreement
  readonly delivery: Delivery
  readonly refusal: string | undefined
  readonly onDone: () => void
}

/** One delivery with its files, artefacts and receipt; the other side's is confirmed or returned here. */
export function DeliveryItem({ agreement, delivery, refusal, onDone }: DeliveryItemProps) {
  const { uuid, side, party, author, at, kind, version, note, files, evidence, receipt } = delivery
  const isMine = side === agreement.side
  const [isReturning, setReturning] = useState(false)
  const { busy, problem, run } = useAction()
  const answer = (verdict: 'received' | 'returned', reason = '') =>
    run(async () => {
      await call(giveReceipt, { agreement_uuid: agreement.uuid, uuid, verdict, reason })
      onDone()
      setReturning(false)
    })
  return (
    <article className="ia-delivery" aria-label={`Delivery of ${dateTime(at)}`}>
      <p>
        <b>{isMine ? 'You' : party}</b> <span className="ia-faint">{author}</span>{' '}
        <span className="num ia-faint ia-delivery-at">{dateTime(at)}</span>
      </p>
      <p>
        {kind}
        {version !== '' && `, version ${version}`}
        {evidence.length > 0 && `, ${counted(evidence.length, 'artefact')}`}
      </p>
      {note !== '' && <blockquote className="ia-quote">{note}</blockquote>}
      {evidence.length > 0 && (
        <p className="ia-faint ia-codes mono" title={evidence.map(({ code, title }) => `${code} ${title}`).join('\n')}>
          {evidence.map(({ code }) => code).join(' ')}
        </p>
      )}
      {files.map((file) => (
        <FileLine key={file.uuid} agreementUuid={agreement.uuid} file={file} />
      ))}
      <div className="ia-receipt">
        <span>
          <Receipt receipt={receipt} />
        </span>
        {!isMine && receipt === null && (
          <>
            <ActButton text="Return…" refusal={refusal} disabled={busy} onClick={() => setReturning(true)} />
            <ActButton
              intent="primary"
              variant="solid"
              text="Confirm receipt"
              refusal={refusal}
              loading={busy && !isReturning}
              onClick={() => void answer('received')}
            />
          </>
        )}
      </div>
      {!isReturning && problem !== undefined && (
        <p className="c-problem" role="alert">
          {problem}
        </p>
      )}
      {isReturning && (
        <ReturnDialog
          busy={busy}
          problem={problem}
          onReturn={(reason) => void answer('returned', reason)}
          onClose={() => setReturning(false)}
        />
      )}
    </article>
  )
}

interface ReturnDialogProps {
  readonly busy: boolean
  readonly problem: string | undefined
  readonly onReturn: (reason: string) => void
  readonly onClose: () => void
}

function ReturnDialog({ busy, problem, onReturn, onClose }: ReturnDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <DialogForm
      title="Return the delivery"
      action="Return"
      isReady={reason.trim() !== ''}
      isBusy={busy}
      problem={problem}
      onSubmit={() => onReturn(reason)}
      onClose={onClose}
    >
      <p className="c-say">It then counts as not exchanged. The delivery and your reason stay in the log.</p>
      <AreaField label="Reason" value={reason} maxLength={2_000} autoFocus onChange={setReason} />
    </DialogForm>
  )
}

interface FileLineProps {
  readonly agreementUuid: string
  readonly file: AgreementFile
}

/** A file with its size and hash; a click saves it. */
export function FileLine({ agreementUuid, file: { uuid, name, bytes, sha256 } }: FileLineProps) {
  const save = () =>
    void download(downloadAgreementFile, { agreement_uuid: agreementUuid, uuid }, name).catch((thrown: unknown) =>
      toast.error(messageOf(thrown)),
    )
  return (
    <p className="ia-file">
      <Button
        size="small"
        variant="minimal"
        icon={<DownloadIcon />}
        text={name}
        title={`SHA-256 ${sha256}`}
        onClick={save}
      />
      <span className="num ia-faint">{bytesText(bytes)}</span>
    </p>
  )
}
