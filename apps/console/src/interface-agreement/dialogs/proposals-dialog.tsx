import { type Agreement, sendProposals } from '@carapace/shared/interface-agreement/agreements.contract'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { toast } from '../../core/ui/toast.ts'
import { counted } from '../words.ts'
import { AreaField } from './area-field.tsx'
import { DialogForm } from './dialog-form.tsx'
import { draftsByRow } from './drafts.ts'
import { Changes } from './changes.tsx'

interface ProposalsDialogProps {
  readonly agreement: Agreement
  /** Absent: all rows with changes. */
  readonly rows?: readonly number[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends what the own side has typed to the other side, with a note (rule AGREEMENT-UI-5). */
export function ProposalsDialog({ agreement, rows, onDone, onClose }: ProposalsDialogProps) {
  const [note, setNote] = useState('')
  const { busy, problem, run } = useAction()
  const drafts = draftsByRow(agreement, rows)
  const total = drafts.reduce((sum, { fields }) => sum + fields.length, 0)
  const send = () =>
    void run(async () => {
      const { sent } = await call(sendProposals, {
        agreement_uuid: agreement.uuid,
        note,
        ...(rows !== undefined && { rows: [...rows] }),
      })
      toast.success(`${counted(sent, 'change')} sent`)
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={`Send ${counted(total, 'change')}`}
      action="Send"
      isReady={total > 0}
      isBusy={busy}
      problem={problem}
      isWide
      onSubmit={send}
      onClose={onClose}
    >
      <p className="c-say">The other side accepts or declines each of them. Until then the agreed values stay.</p>
      <Changes rows={drafts} />
      <AreaField label="Note to the other side" value={note} maxLength={2_000} autoFocus onChange={setNote} />
    </DialogForm>
  )
}
