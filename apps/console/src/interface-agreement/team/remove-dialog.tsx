import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { removeAgreementTeamMember, type TeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import { call, messageOf } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { toast } from '../../core/ui/toast.ts'

interface RemoveDialogProps {
  readonly agreement: Pick<Agreement, 'uuid'>
  readonly member: TeamMember
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Takes somebody of the own side out of the team. */
export function RemoveDialog({ agreement, member, onDone, onClose }: RemoveDialogProps) {
  const { busy, run } = useAction()
  const remove = () =>
    void run(async () => {
      await call(removeAgreementTeamMember, { agreement_uuid: agreement.uuid, uuid: member.uuid }).catch(
        (thrown: unknown) => toast.error(messageOf(thrown)),
      )
      onDone()
      onClose()
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${member.name}?`}
      action="Remove"
      isDanger
      isBusy={busy}
      onConfirm={remove}
      onClose={onClose}
    >
      {member.access === 'contact'
        ? 'The other side no longer sees this contact.'
        : 'This person no longer sees the agreement. What they did stays in its history.'}
    </ConfirmDialog>
  )
}
