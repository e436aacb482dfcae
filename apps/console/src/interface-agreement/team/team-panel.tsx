import { AddIcon, EditIcon, EndorsedIcon, TrashIcon } from '@blueprintjs/icons'
import type { Agreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { TeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import type { Side } from '@carapace/shared/interface-agreement/row'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Avatar } from '../../core/ui/avatar.tsx'
import { Panel } from '../../core/ui/panel.tsx'
import { Badge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { accessMeanings, accessTexts, counted, partyNameOf, sideTexts } from '../words.ts'

interface TeamPanelProps {
  readonly agreement: Agreement
  readonly side: Side
  readonly team: readonly TeamMember[]
  readonly refusal: string | undefined
  readonly onAdd: () => void
  readonly onEdit: (member: TeamMember) => void
  readonly onRemove: (member: TeamMember) => void
}

const tones = { contact: 'grey', 'third-party': 'yellow', member: 'blue', named: 'purple' } as const

/** The team of a side; that of the own side can be changed. */
export function TeamPanel({ agreement, side, team, refusal, onAdd, onEdit, onRemove }: TeamPanelProps) {
  const isMine = agreement.side === side
  const name = partyNameOf(agreement, side)
  return (
    <Panel
      title={name === undefined ? sideTexts[side] : `${sideTexts[side]}: ${name}`}
      extra={isMine && <ActButton icon={<AddIcon />} text="Add somebody" refusal={refusal} onClick={onAdd} />}
    >
      {team.length === 0 && (
        <p className="ia-none">
          {isMine ? 'Nobody yet. Administrators take part without an entry.' : 'This side has not named anybody yet.'}
        </p>
      )}
      <ul className="ia-team">
        {team.map((member) => (
          <Member
            key={member.uuid}
            member={member}
            refusal={refusal}
            {...(isMine && { onEdit: () => onEdit(member), onRemove: () => onRemove(member) })}
          />
        ))}
      </ul>
    </Panel>
  )
}

interface MemberProps {
  readonly member: TeamMember
  readonly refusal: string | undefined
  readonly onEdit?: () => void
  readonly onRemove?: () => void
}

function Member({ member, refusal, onEdit, onRemove }: MemberProps) {
  const { name, role, email, phone, access, rows, is_signatory: signs, user_uuid: user } = member
  const self = useSession()?.uuid
  return (
    <li>
      <Avatar name={name} email={email} size={28} />
      <div className="ia-person">
        <p>
          <b>{name}</b> {user !== null && user === self && <span className="c-note">you</span>}
        </p>
        <p className="ia-faint" title={role}>
          {role}
        </p>
      </div>
      <div className="ia-reach">
        {email !== '' && (
          <a href={`mailto:${email}`} title={email}>
            {email}
          </a>
        )}
        {phone !== '' && <span className="num">{phone}</span>}
      </div>
      <div className="ia-may">
        <span title={accessMeanings[access]}>
          <Badge tone={tones[access]}>{accessTexts[access]}</Badge>
        </span>
        {signs && (
          <span title="Signs for this side">
            <EndorsedIcon size={12} /> signs
          </span>
        )}
        {access === 'third-party' && (
          <span className="ia-faint" title={`Rows ${rows.join(', ')}`}>
            {counted(rows.length, 'row')}
          </span>
        )}
      </div>
      {onEdit && onRemove && (
        <div className="ia-row-acts">
          <IconButton
            icon={<EditIcon />}
            label={refusal ?? `Change ${name}`}
            size="small"
            disabled={refusal !== undefined}
            onClick={onEdit}
          />
          <IconButton
            icon={<TrashIcon />}
            label={refusal ?? `Remove ${name}`}
            size="small"
            disabled={refusal !== undefined}
            onClick={onRemove}
          />
        </div>
      )}
    </li>
  )
}
