import { DialogBody } from '@blueprintjs/core'
import { useState } from 'react'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { LineField } from '../../core/ui/field.tsx'
import { Segments } from '../../graph/editing/segments.tsx'
import { type Cell, type Judgement, stateWords } from './grid.ts'
import { proposedTitle } from './writes.ts'
import '../../core/ui/form.css'

interface DialogProps {
  readonly cell: Cell
  readonly onClose: () => void
}

interface ReasonDialogProps extends DialogProps {
  /** The reason that was given last: Enter gives it again. */
  readonly usual: string
  readonly onStore: (reason: string) => Promise<unknown>
}

/** Asks why a guideword does not apply to a function. */
export function ReasonDialog({ cell, usual, onClose, onStore }: ReasonDialogProps) {
  const before = cell.failures.map(({ fields }) => String(fields.reason ?? '')).find(Boolean)
  const [reason, setReason] = useState(before ?? usual)
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog className="c-small-dialog" isOpen title={`${titleOf(cell)} does not apply, because`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          void onStore(reason.trim()).finally(() => setBusy(false))
        }}
      >
        <DialogBody>
          <LineField
            label="Reason"
            hint={cell.guideword.meaning}
            value={reason}
            maxLength={1_000}
            required
            autoFocus
            autoComplete="off"
            onChange={setReason}
          />
        </DialogBody>
        <DialogActions action="Store" isReady={reason.trim() !== ''} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface FailureDialogProps extends DialogProps {
  readonly onStore: (failure: { readonly title: string; readonly judgement: Judgement | null }) => Promise<unknown>
}

const judgements = [
  { key: 'hazardous', label: stateWords.hazardous },
  { key: 'later', label: 'Judge later' },
] as const

/** Adds a malfunction of a function by a guideword. */
export function FailureDialog({ cell, onClose, onStore }: FailureDialogProps) {
  const [title, setTitle] = useState(proposedTitle(cell))
  const [judgement, setJudgement] = useState<'hazardous' | 'later'>('hazardous')
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog className="c-small-dialog" isOpen title={`Malfunction: ${titleOf(cell)}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setBusy(true)
          const stored = { title: title.trim(), judgement: judgement === 'later' ? null : judgement }
          void onStore(stored).finally(() => setBusy(false))
        }}
      >
        <DialogBody>
          <LineField
            label="Malfunction"
            hint={cell.guideword.meaning}
            value={title}
            maxLength={300}
            required
            autoFocus
            autoComplete="off"
            onChange={setTitle}
          />
          <div className="c-field">
            <Segments
              look="switch"
              label="Judgement"
              segments={judgements}
              chosen={judgement}
              onChoose={setJudgement}
            />
          </div>
        </DialogBody>
        <DialogActions action="Add" isReady={title.trim() !== ''} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

const titleOf = ({ function: of, guideword }: Cell) => `${of.code} ${guideword.title.toLowerCase()}`
