import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { BlockedPersonIcon, CrossIcon, EditIcon, MoreIcon, PersonIcon, ResetIcon, TrashIcon } from '@blueprintjs/icons'
import type { TeamMember } from '@carapace/shared/account/team.contract'
import { useState } from 'react'
import { age, dateTime, useNow, zonedDateTime } from '../../core/format/format.ts'
import { useSession } from '../../core/session/session.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { RoleBadge } from '../role-badge.tsx'
import { MemberDialog } from './member-dialog.tsx'
import type { MemberAction } from './member-actions.ts'

interface MemberTableProps {
  readonly members: readonly TeamMember[]
  readonly mayChange: boolean
  readonly again: () => void
}

/** All members of the organisation; the rows of deactivated members are faded. */
export function MemberTable({ members, mayChange, again }: MemberTableProps) {
  const self = useSession()?.uuid
  const [dialog, setDialog] = useState<{ readonly member: TeamMember; readonly memberAction: MemberAction }>()
  const [news, setNews] = useState<string>()
  return (
    <>
      {news !== undefined && <News text={news} onClose={() => setNews(undefined)} />}
      <div className="c-scroll" tabIndex={0} role="group" aria-label="Table of members">
        <table className="c-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">E-mail</th>
              <th scope="col">Role</th>
              {mayChange && <th scope="col">2FA</th>}
              <th scope="col">Last seen</th>
              <th scope="col">State</th>
              <th scope="col">Joined</th>
              {mayChange && (
                <th scope="col">
                  <span className="c-visually-hidden">Change</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member.uuid} className={member.active ? undefined : 'c-faded'}>
                <td>
                  <span className="st-person">
                    <Avatar name={member.name} email={member.email} />
                    {member.name}
                    {member.uuid === self && <span className="c-note">you</span>}
                  </span>
                </td>
                <td>{member.email}</td>
                <td>
                  <RoleBadge role={member.role} />
                </td>
                {mayChange && <td>{member.two_factor ? <Badge tone="green">On</Badge> : 'Off'}</td>}
                <td className="num">
                  <LastSeen at={member.last_seen_at} />
                </td>
                <td>{member.active ? 'Active' : <Badge tone="yellow">Deactivated</Badge>}</td>
                <td className="num">{dateTime(member.created_at)}</td>
                {mayChange && (
                  <td className="c-number">
                    {member.uuid !== self && (
                      <MemberActions member={member} onChoose={(memberAction) => setDialog({ member, memberAction })} />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {dialog !== undefined && (
        <MemberDialog {...dialog} onClose={() => setDialog(undefined)} again={again} onChanged={setNews} />
      )}
    </>
  )
}

function News({ text, onClose }: { readonly text: string; readonly onClose: () => void }) {
  return (
    <p className="st-outdated st-news" role="status">
      <span>{text}</span>
      <IconButton icon={<CrossIcon size={12} />} label="Dismiss" size="small" onClick={onClose} />
    </p>
  )
}

function LastSeen({ at }: { readonly at: string | null }) {
  const now = useNow(30_000)
  return at === null ? 'never' : <span title={zonedDateTime(at)}>{age(now - Date.parse(at))} ago</span>
}

/** The menu of actions on a member. */
function MemberActions({
  member,
  onChoose,
}: {
  readonly member: TeamMember
  readonly onChoose: (memberAction: MemberAction) => void
}) {
  const menu = (
    <Menu aria-label={`Change ${member.name}`}>
      <MenuItem icon={<EditIcon />} text="Change role…" onClick={() => onChoose('role')} />
      <MenuItem
        icon={<ResetIcon />}
        text="Reset second factor…"
        disabled={!member.two_factor}
        onClick={() => onChoose('reset-two-factor')}
      />
      {member.active && (
        <MenuItem icon={<BlockedPersonIcon />} text="Deactivate…" onClick={() => onChoose('deactivate')} />
      )}
      {!member.active && <MenuItem icon={<PersonIcon />} text="Reactivate…" onClick={() => onChoose('reactivate')} />}
      {!member.active && (
        <MenuItem icon={<TrashIcon />} intent="danger" text="Erase…" onClick={() => onChoose('erase')} />
      )}
    </Menu>
  )
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={menu}>
      <Button size="small" variant="minimal" icon={<MoreIcon />} aria-label={`Change ${member.name}`} />
    </PopoverNext>
  )
}
