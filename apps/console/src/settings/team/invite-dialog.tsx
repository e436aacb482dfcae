import { DialogBody } from '@blueprintjs/core'
import { isBusinessEmail, isEmail } from '@carapace/shared/account/rules'
import { inviteMember } from '@carapace/shared/account/team.contract'
import type { Role } from '@carapace/shared/modules'
import { type SubmitEvent, useState } from 'react'
import { call } from '../../core/call/call.ts'
import { DialogActions } from '../../core/ui/dialog-actions.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { toast } from '../../core/ui/toast.ts'
import { LineField } from '../../core/ui/field.tsx'
import { useAction } from '../../core/call/use-action.ts'
import { RoleChoice } from './role-choice.tsx'

interface InviteDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onInvited: () => void
}

/** Invites a person: they receive a mail with a link to set a password. */
export function InviteDialog({ isOpen, onClose, onInvited }: InviteDialogProps) {
  return (
    <Dialog className="st-team-dialog" isOpen={isOpen} title="Invite Team Member" onClose={onClose}>
      <InviteForm onClose={onClose} onInvited={onInvited} />
    </Dialog>
  )
}

function InviteForm({ onClose, onInvited }: Omit<InviteDialogProps, 'isOpen'>) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('VIEWER')
  const { busy, problem, run } = useAction()
  const isPersonal = isEmail(email) && !isBusinessEmail(email)
  const isReady = name.trim() !== '' && isEmail(email)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    void run(async () => {
      const { message } = await call(inviteMember, { name, email, role })
      toast.success(message)
      onInvited()
      onClose()
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody>
        <LineField label="Name" value={name} maxLength={100} autoComplete="off" autoFocus onChange={setName} />
        <LineField
          label="Work e-mail"
          value={email}
          maxLength={254}
          type="email"
          autoComplete="off"
          onChange={setEmail}
          hint={
            isPersonal
              ? 'This is a personal email domain: a work address is safer. A link to set a password is mailed there.'
              : 'A link to set a password is mailed there. It is good for 24 hours.'
          }
        />
        <RoleChoice value={role} onChange={setRole} />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            {problem}
          </p>
        )}
      </DialogBody>
      <DialogActions action="Send invitation" isReady={isReady} isBusy={busy} onCancel={onClose} />
    </form>
  )
}
