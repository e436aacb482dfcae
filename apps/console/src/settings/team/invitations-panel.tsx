import { Button } from '@blueprintjs/core'
import { EnvelopeIcon } from '@blueprintjs/icons'
import { type Invitation, resendInvitation, revokeInvitation } from '@carapace/shared/account/team.contract'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { age, dateTime, useNow } from '../../core/format/format.ts'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { toast } from '../../core/ui/toast.ts'
import { RoleBadge } from '../role-badge.tsx'

interface InvitationsPanelProps {
  readonly invitations: readonly Invitation[]
  readonly again: () => void
  readonly onInvite: () => void
}

/** The invitations that have not been accepted yet. */
export function InvitationsPanel({ invitations, again, onInvite }: InvitationsPanelProps) {
  return (
    <section className="c-panel" aria-label="Invitations">
      <div className="c-panel-head">
        <h2>Open invitations</h2>
      </div>
      {invitations.length === 0 ? (
        <EmptyState
          icon={<EnvelopeIcon size={24} />}
          title="Nobody is invited"
          action={
            <Button variant="outlined" onClick={onInvite}>
              Invite somebody
            </Button>
          }
        >
          A person who accepts an invitation becomes a member.
        </EmptyState>
      ) : (
        <InvitationTable invitations={invitations} again={again} />
      )}
    </section>
  )
}

function InvitationTable({ invitations, again }: Omit<InvitationsPanelProps, 'onInvite'>) {
  const [revoking, setRevoking] = useState<Invitation>()
  const [busy, setBusy] = useState<string>()
  const act = async (uuid: string, doing: () => Promise<string>) => {
    setBusy(uuid)
    try {
      toast.success(await doing())
    } catch (thrown) {
      toast.error(messageOf(thrown))
    } finally {
      setBusy(undefined)
      again()
    }
  }
  const resend = ({ uuid }: Invitation) => void act(uuid, async () => (await call(resendInvitation, { uuid })).message)
  const revoke = ({ uuid, email }: Invitation) =>
    void act(uuid, async () => {
      await call(revokeInvitation, { uuid })
      setRevoking(undefined)
      return `The invitation of ${email} is revoked`
    })

  return (
    <div className="c-scroll" tabIndex={0} role="group" aria-label="Table of invitations">
      <table className="c-table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Invited</th>
            <th scope="col">Link</th>
            <th scope="col">
              <span className="c-visually-hidden">Change</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <tr key={invitation.uuid}>
              <td>{invitation.name}</td>
              <td>{invitation.email}</td>
              <td>
                <RoleBadge role={invitation.role} />
              </td>
              <td className="num">
                {dateTime(invitation.created_at)} by {invitation.invited_by}
              </td>
              <td className="num">
                <Expiry invitation={invitation} />
              </td>
              <td className="c-number st-row-acts">
                <Button
                  size="small"
                  variant="outlined"
                  loading={busy === invitation.uuid}
                  aria-label={`Resend the invitation of ${invitation.email}`}
                  onClick={() => resend(invitation)}
                >
                  Resend
                </Button>
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={`Revoke the invitation of ${invitation.email}`}
                  onClick={() => setRevoking(invitation)}
                >
                  Revoke
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={revoking !== undefined}
        title={`Revoke the invitation of ${revoking?.name ?? ''}?`}
        action="Revoke"
        isDanger
        isBusy={busy === revoking?.uuid}
        onClose={() => setRevoking(undefined)}
        onConfirm={() => revoking && revoke(revoking)}
      >
        The link that was mailed to {revoking?.email} ends at once.
      </ConfirmDialog>
    </div>
  )
}

function Expiry({ invitation: { expired, expires_at: until } }: { readonly invitation: Invitation }) {
  const left = Date.parse(until) - useNow(30_000)
  return expired || left <= 0 ? <Badge tone="red">Expired</Badge> : <>expires in {age(left)}</>
}
