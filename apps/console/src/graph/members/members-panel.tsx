import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, CrossIcon, NewPersonIcon, PeopleIcon, SmallTickIcon } from '@blueprintjs/icons'
import { programRoles } from '@carapace/shared/graph/members/membership'
import type { ProgramMember } from '@carapace/shared/graph/programs/programs.contract'
import { useState } from 'react'
import type { z } from 'zod'
import { messageOf } from '../../core/call/call.ts'
import { useSession } from '../../core/session/session.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Avatar } from '../../core/ui/avatar.tsx'
import { ConfirmDialog } from '../../core/ui/confirm-dialog.tsx'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { roleWords } from './role-words.ts'
import { AddMembers } from './add-members.tsx'
import { type MembersContext, type Place, useMembers } from './use-members.ts'

type Member = z.output<typeof ProgramMember>

/** The members of the program, and their roles. */
export function MembersPanel({ of }: { readonly of: MembersContext }) {
  const { members, problem, again, place, busy } = useMembers(of)
  const [adding, setAdding] = useState(false)
  const refusal = of.refusals.lead
  return (
    <section className="c-panel pg-members" aria-labelledby="pg-members">
      <header className="c-panel-head">
        <h2 id="pg-members">Members {members && <span className="pg-note num">{members.length}</span>}</h2>
        <ActButton icon={<NewPersonIcon />} refusal={refusal} onClick={() => setAdding(true)}>
          Add members
        </ActButton>
      </header>
      {problem !== undefined && members === undefined && (
        <ErrorState title="Members did not load" onRetry={again}>
          {messageOf(problem)}
        </ErrorState>
      )}
      {problem === undefined && members === undefined && (
        <SkeletonRows rows={4} columns={['24px', '2fr', '80px']} rowHeight={49} />
      )}
      {members?.length === 0 && (
        <EmptyState icon={<PeopleIcon size={24} />} title="No members">
          Administrators see it all the same. The first member is its lead.
        </EmptyState>
      )}
      {members !== undefined && members.length > 0 && (
        <ul className="pg-people">
          {members.map((member) => (
            <Person key={member.uuid} member={member} refusal={refusal} busy={busy} place={place} />
          ))}
        </ul>
      )}
      {adding && members !== undefined && (
        <AddMembers members={members} busy={busy} place={place} onClose={() => setAdding(false)} />
      )}
    </section>
  )
}

interface PersonProps {
  readonly member: Member
  readonly refusal: string | undefined
  readonly busy: boolean
  readonly place: Place
}

function Person({ member, refusal, busy, place }: PersonProps) {
  const me = useSession()
  const [leaving, setLeaving] = useState(false)
  const isMe = member.uuid === me?.uuid
  const takeOff = () => (isMe && me.role !== 'ADMIN' ? setLeaving(true) : void place(member, null))
  return (
    <li className="pg-person">
      <Avatar name={member.name} email={member.email} size={24} />
      <span className="pg-person-words">
        <span className="pg-person-name">
          {member.name || member.email}
          {isMe && <span className="pg-note"> you</span>}
        </span>
        <span className="pg-note">{member.email}</span>
      </span>
      {refusal === undefined ? (
        <RoleMenu member={member} busy={busy} place={place} />
      ) : (
        <span className="pg-person-role">{roleWords[member.role].title}</span>
      )}
      {refusal === undefined && (
        <Button
          variant="minimal"
          size="small"
          disabled={busy}
          icon={<CrossIcon size={12} />}
          aria-label={`Take ${member.name || member.email} off the program`}
          title="Take off the program"
          onClick={takeOff}
        />
      )}
      <ConfirmDialog
        isOpen={leaving}
        title="Leave this program?"
        action="Leave"
        isDanger
        isBusy={busy}
        onClose={() => setLeaving(false)}
        onConfirm={() => void place(member, null).then(() => setLeaving(false))}
      >
        You will not see it any more, until one of its leads adds you again.
      </ConfirmDialog>
    </li>
  )
}

function RoleMenu({ member, busy, place }: Omit<PersonProps, 'refusal'>) {
  const items = programRoles.map((role) => (
    <MenuItem
      key={role}
      text={roleWords[role].title}
      label={roleWords[role].means}
      aria-current={role === member.role}
      icon={role === member.role ? <SmallTickIcon /> : 'blank'}
      onClick={() => role !== member.role && void place(member, role)}
    />
  ))
  return (
    <PopoverNext
      content={<Menu aria-label={`Role of ${member.name}`}>{items}</Menu>}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
    >
      <Button size="small" variant="outlined" disabled={busy} endIcon={<CaretDownIcon />} aria-haspopup="menu">
        <span className="c-visually-hidden">{`Role of ${member.name}: `}</span>
        {roleWords[member.role].title}
      </Button>
    </PopoverNext>
  )
}
