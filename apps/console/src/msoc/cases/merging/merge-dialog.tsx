import { DialogBody } from '@blueprintjs/core'
import { mergeCases } from '@carapace/shared/msoc/cases/case-actions.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { DialogActions } from '../../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { CaseSearch, openStages } from '../../alert-management/triage/case-search.tsx'
import { caseId } from '../list.ts'
import { useCasePage } from '../page-context.tsx'
import { itemsOf, itemsText } from './what-moves.ts'
import { useMergeNotice } from './use-merge-notice.ts'
import '../../alert-management/alert-management.css'

interface MergeDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Merges another case into this one, or this one into another; it states what moves (rule CASE-UI-60). */
export function MergeDialog({ isOpen, onClose }: MergeDialogProps) {
  const { detail } = useCasePage()
  return (
    <Dialog className="cs-add" isOpen={isOpen} title={`Merge ${caseId(detail.case)}`} onClose={onClose}>
      <MergeForm onClose={onClose} />
    </Dialog>
  )
}

type Direction = 'here' | 'there'

function MergeForm({ onClose }: Pick<MergeDialogProps, 'onClose'>) {
  const { detail, run } = useCasePage()
  const navigate = useNavigate()
  const notice = useMergeNotice()
  const [direction, setDirection] = useState<Direction>('here')
  const [found, setFound] = useState<Case>()
  const [busy, setBusy] = useState(false)
  const here = detail.case
  const isSelf = found?.uuid === here.uuid
  const other = isSelf ? undefined : found
  const merge = async () => {
    if (other === undefined || busy) return
    setBusy(true)
    const [from, into] = direction === 'here' ? [other, here] : [here, other]
    const answer = await run(() => call(mergeCases, { uuid: from.uuid, into: into.uuid }))
    setBusy(false)
    if (answer === undefined) return
    onClose()
    notice(from, into)
    if (direction === 'there')
      void navigate({ to: '/org/msoc/dashboard/case-management/general', search: { case: other.uuid } })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void merge()
      }}
    >
      <DialogBody>
        <fieldset className="am-into">
          <legend className="c-visually-hidden">Direction</legend>
          <label>
            <input type="radio" name="direction" checked={direction === 'here'} onChange={() => setDirection('here')} />
            The other case into this one
          </label>
          <label>
            <input
              type="radio"
              name="direction"
              checked={direction === 'there'}
              onChange={() => setDirection('there')}
            />
            This case into the other one
          </label>
        </fieldset>
        <CaseSearch stages={openStages} chosen={found} onChoose={setFound} />
        {isSelf && <p className="cs-note">That is this case. Choose another one.</p>}
        {other !== undefined && <p className="cs-moves">{movesText(direction, other, detail)}</p>}
      </DialogBody>
      <DialogActions action="Merge" isReady={other !== undefined} isBusy={busy} onCancel={onClose} />
    </form>
  )
}

function movesText(direction: Direction, other: Case, detail: ReturnType<typeof useCasePage>['detail']): string {
  const here = caseId(detail.case)
  const keeps = 'Its timeline is shown there too, nothing is lost, and it can be taken out again.'
  if (direction === 'there') return `${itemsText(itemsOf(detail))} of ${here} move to ${caseId(other)}. ${keeps}`
  const some = `${number(other.alerts)} alerts and ${number(other.tasks.total)} tasks`
  return `All of ${caseId(other)} moves to ${here}: ${some}, its evidence, links and story. ${keeps}`
}
