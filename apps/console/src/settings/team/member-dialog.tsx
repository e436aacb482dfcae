import { Button, DialogBody, DialogFooter } from '@blueprintjs/core'
import { getTeam, type TeamMember } from '@carapace/shared/account/team.contract'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { Dialog } from '../../core/ui/dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { changesOf, conflictText, whoChanged } from '../changed.ts'
import { useAction } from '../../core/call/use-action.ts'
import { actionTexts, performAction, type MemberAction, memberWords } from './member-actions.ts'
import { RoleChoice } from './role-choice.tsx'

interface MemberDialogProps {
  readonly member: TeamMember
  readonly memberAction: MemberAction
  readonly onClose: () => void
  readonly again: () => void
  /** Another user changed the member first: who, and what. */
  readonly onChanged: (news: string) => void
}

/** Asks for confirmation before a member is changed. */
export function MemberDialog({ member, memberAction, onClose, again, onChanged }: MemberDialogProps) {
  const [role, setRole] = useState(member.role)
  const { busy, problem, run } = useAction()
  const { title, text, action, done, isDanger } = actionTexts[memberAction]

  const act = async () => {
    await performAction(memberAction, member, role)
    toast.success(done(member.name))
    again()
    onClose()
  }
  const reload = async () => {
    const [{ members }, who] = await Promise.all([
      call(getTeam, {}),
      whoChanged(({ subject_uuid: uuid }) => uuid === member.uuid),
    ])
    const now = members.find(({ uuid }) => uuid === member.uuid)
    const changes = now === undefined ? 'no longer a member' : changesOf(member, now, memberWords)
    onChanged(`${member.name}: ${conflictText(who, changes)}`)
    again()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void run(act, reload)
  }
  return (
    <Dialog className="st-team-dialog" isOpen title={title(member.name)} onClose={onClose}>
      <form onSubmit={submit}>
        <DialogBody>
          <p className={memberAction === 'role' ? 'c-say st-say' : 'c-say'}>{text(member.name)}</p>
          {memberAction === 'role' && <RoleChoice value={role} onChange={setRole} />}
          {problem !== undefined && (
            <p className="c-problem" role="alert">
              {problem}
            </p>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button variant="outlined" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                intent={isDanger ? 'danger' : 'primary'}
                loading={busy}
                disabled={memberAction === 'role' && role === member.role}
              >
                {action}
              </Button>
            </>
          }
        />
      </form>
    </Dialog>
  )
}
