import { Button } from '@blueprintjs/core'
import { LockIcon, UnlockIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { ConfirmDialog } from '../../../core/ui/confirm-dialog.tsx'
import { useCasePage } from '../page-context.tsx'

/** Whether only the owner, the members and administrators see the case; changing it asks first. */
export function AccessSwitch() {
  const { detail, refusal, busy, change } = useCasePage()
  const [asking, setAsking] = useState(false)
  const { need_to_know: isLocked } = detail.case
  const confirm = async () => {
    if (await change({ need_to_know: !isLocked })) setAsking(false)
  }
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        icon={isLocked ? <LockIcon className="cs-lock" size={14} /> : <UnlockIcon size={14} />}
        aria-pressed={isLocked}
        aria-label="Need to know"
        title={
          refusal ?? (isLocked ? 'Only its owner, members and administrators see it' : 'Everybody in MSOC sees it')
        }
        disabled={refusal !== undefined}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        isOpen={asking}
        title={isLocked ? 'Open this case to everybody?' : 'Restrict this case to need to know?'}
        action={isLocked ? 'Open it' : 'Restrict it'}
        isBusy={busy}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        {isLocked
          ? 'Everybody who works in MSOC can read it again.'
          : 'From then on only its owner, its members and administrators see it, in lists and searches as well.'}
      </ConfirmDialog>
    </>
  )
}
