import { Button } from '@blueprintjs/core'
import { answerInvitation, type listAgreements } from '@carapace/shared/interface-agreement/agreements.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../core/call/call.ts'
import { useAction } from '../../core/call/use-action.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import { DialogForm } from '../dialogs/dialog-form.tsx'
import { ProgramField } from '../dialogs/program-field.tsx'
import { sideTexts } from '../words.ts'

export type Invited = z.output<typeof listAgreements.output>['invitations'][number]

interface InvitationsProps {
  readonly invitations: readonly Invited[]
  /** The one whose answer is asked for. */
  readonly chosen: string | undefined
  readonly onChoose: (invitation: string | undefined) => void
  /** After an answer; with the agreement if it was accepted, and the own program. */
  readonly onAnswered: (agreementUuid: string | null, programUuid: string | null) => void
}

/** The invitations to the user's mail address, above the list (rule AGREEMENT-UI-8). */
export function Invitations({ invitations, chosen, onChoose, onAnswered }: InvitationsProps) {
  const refusal = useRefusal(answerInvitation)
  const asked = invitations.find(({ uuid }) => uuid === chosen)
  if (invitations.length === 0) return null
  return (
    <section className="ia-invitations" aria-label="Invitations">
      {invitations.map((invitation) => (
        <article key={invitation.uuid}>
          <p>
            <b>{invitation.from}</b> invites you as the {invitation.side} of{' '}
            <span className="mono">{invitation.code}</span> <b>{invitation.title}</b>
          </p>
          <span className="c-note num">
            by {invitation.invited_by}, until {dateTime(invitation.expires_at)}
          </span>
          <ActButton
            intent="primary"
            variant="solid"
            text="Answer…"
            refusal={refusal}
            onClick={() => onChoose(invitation.uuid)}
          />
        </article>
      ))}
      {asked !== undefined && refusal === undefined && (
        <AnswerDialog invitation={asked} onAnswered={onAnswered} onClose={() => onChoose(undefined)} />
      )}
    </section>
  )
}

interface AnswerDialogProps {
  readonly invitation: Invited
  readonly onAnswered: InvitationsProps['onAnswered']
  readonly onClose: () => void
}

function AnswerDialog({ invitation, onAnswered, onClose }: AnswerDialogProps) {
  const [program, setProgram] = useState<string | null>(null)
  const { busy, problem, run } = useAction()
  const answer = (given: 'accept' | 'decline') =>
    void run(async () => {
      const { agreement_uuid: agreement } = await call(answerInvitation, {
        invitation_uuid: invitation.uuid,
        answer: given,
        program_uuid: given === 'accept' ? program : null,
      })
      toast.success(given === 'accept' ? `You are the ${invitation.side}` : 'The invitation is declined')
      onAnswered(agreement, program)
    })
  return (
    <DialogForm
      title={`Invitation to ${invitation.code}`}
      action="Accept"
      isBusy={busy}
      problem={problem}
      autoFocus
      onSubmit={() => answer('accept')}
      onClose={onClose}
    >
      <dl className="ia-facts">
        <dt>Agreement</dt>
        <dd>{invitation.title}</dd>
        <dt>From</dt>
        <dd>{`${invitation.from}, ${invitation.invited_by}`}</dd>
        <dt>You would be</dt>
        <dd>{sideTexts[invitation.side]}</dd>
        <dt>Open until</dt>
        <dd className="num">{dateTime(invitation.expires_at)}</dd>
      </dl>
      {invitation.message !== '' && <blockquote className="ia-quote">{invitation.message}</blockquote>}
      <p className="c-say">
        With Accept your organisation becomes the {invitation.side}, and you are the first of its cybersecurity team.
        Nothing is agreed by that.
      </p>
      <ProgramField value={program} onChange={setProgram} />
      <Button
        variant="outlined"
        intent="danger"
        text="Decline the invitation"
        disabled={busy}
        onClick={() => answer('decline')}
      />
    </DialogForm>
  )
}
