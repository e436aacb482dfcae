import { Button } from '@blueprintjs/core'
import { NewPersonIcon } from '@blueprintjs/icons'
import { getTeam, inviteMember } from '@carapace/shared/account/team.contract'
import { useState } from 'react'
import { number } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { useEndpoint } from '../../core/call/query.ts'
import { SettingsPage } from '../settings-page.tsx'
import { InvitationsPanel } from './invitations-panel.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberTable } from './member-table.tsx'

/** The members of the organisation with their roles, and the open invitations. Administrators can change them. */
export function TeamPage() {
  const { data, problem, refetch } = useEndpoint(getTeam, {})
  const refusal = useRefusal(inviteMember)
  const [inviting, setInviting] = useState(false)
  return (
    <SettingsPage title="Team Members" wide>
      <div className="st-stack">
        <section className="c-panel" aria-label="Members">
          <div className="c-panel-head">
            <h2>Members</h2>
            <span className="c-note st-count">
              {refusal ?? (data && `${number(data.members.filter(({ active }) => active).length)} active`)}
            </span>
            {refusal === undefined && (
              <Button size="small" intent="primary" icon={<NewPersonIcon />} onClick={() => setInviting(true)}>
                Invite team member
              </Button>
            )}
          </div>
          {data === undefined && problem === undefined && (
            <SkeletonRows rows={6} columns={['2fr', '3fr', '1fr', '1fr', '1fr', '1fr']} />
          )}
          {data === undefined && problem !== undefined && (
            <ErrorState title="The team did not load" onRetry={refetch}>
              {problem}
            </ErrorState>
          )}
          {data !== undefined && (
            <MemberTable members={data.members} mayChange={refusal === undefined} again={refetch} />
          )}
        </section>
        {refusal === undefined && data !== undefined && (
          <InvitationsPanel invitations={data.invitations} again={refetch} onInvite={() => setInviting(true)} />
        )}
      </div>
      <InviteDialog isOpen={inviting} onClose={() => setInviting(false)} onInvited={refetch} />
    </SettingsPage>
  )
}
