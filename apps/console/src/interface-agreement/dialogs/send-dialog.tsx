import { isEmail } from '@carapace/shared/account/rules'
import { type Agreement, sendAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { LineField } from '../../core/ui/field.tsx'
import { toast } from '../../core/ui/toast.ts'
import { AreaField } from './area-field.tsx'
import { DialogForm } from './dialog-form.tsx'

interface SendDialogProps {
  readonly agreement: Pick<Agreement, 'uuid' | 'code' | 'side' | 'is_sent' | 'invitation'>
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Sends an agreement to the other side by inviting somebody of it, or invites again (rule AGREEMENT-UI-5). */
export function SendDialog({ agreement, onDone, onClose }: SendDialogProps) {
  const { uuid, code, side, is_sent: isSent, invitation } = agreement
  const [email, setEmail] = useState(invitation?.email ?? '')
  const [name, setName] = useState(invitation?.name ?? '')
  const [message, setMessage] = useState('')
  const { busy, problem, run } = useAction()
  const other = otherSide(side)
  const send = () =>
    void run(async () => {
      const answer = await call(sendAgreement, { agreement_uuid: uuid, email, name, message })
      toast.success(answer.message)
      onDone()
      onClose()
    })
  return (
    <DialogForm
      title={isSent ? `Invite the ${other} again` : `Send ${code} to the ${other}`}
      action={isSent ? 'Invite again' : 'Send'}
      isReady={isEmail(email.trim()) && name.trim() !== ''}
      isBusy={busy}
      problem={problem}
      onSubmit={send}
      onClose={onClose}
    >
      <p className="c-say">
        {isSent
          ? `The invitation that was sent before ends. Whoever signs in with this address answers for the ${other}.`
          : `Whoever signs in with this address answers for the ${other}. From then on values change only by ` +
            'proposals that both sides agree to.'}
      </p>
      <LineField
        label="E-mail"
        type="email"
        hint="Somebody who has no account yet gets one with the same link. The invitation ends after 14 days."
        value={email}
        maxLength={200}
        autoComplete="off"
        autoFocus
        onChange={setEmail}
      />
      <LineField label="Name" value={name} maxLength={120} autoComplete="off" onChange={setName} />
      <AreaField label="Message" value={message} maxLength={2_000} onChange={setMessage} />
    </DialogForm>
  )
}
