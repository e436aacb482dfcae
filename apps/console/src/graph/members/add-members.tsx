import { Button, DialogBody, DialogFooter, HTMLSelect } from '@blueprintjs/core'
import { listMembers } from '@carapace/shared/account/auth.contract'
import { type ProgramRole, programRoles } from '@carapace/shared/graph/members/membership'
import { may } from '@carapace/shared/permissions'
import { useState } from 'react'
import type { z } from 'zod'
import { sentenceCase } from '../../core/format/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { Dialog } from '../../core/ui/dialog.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { SearchField } from '../../core/ui/search-field.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { roleWords } from './role-words.ts'
import type { Place } from './use-members.ts'

type Colleague = z.output<typeof listMembers.output>['members'][number]

interface AddMembersProps {
  /** The people who are members already. */
  readonly members: readonly { readonly uuid: string }[]
  readonly busy: boolean
  readonly place: Place
  readonly onClose: () => void
}

/** Maximum number of people that are shown; the search finds more. */
const shownAtOnce = 50

/** Finds people of the organisation and adds them to the program, with one click each. */
export function AddMembers({ members, busy, place, onClose }: AddMembersProps) {
  const { data, problem, refetch: again } = useEndpoint(listMembers, {}, pageSubject)
  const [words, setWords] = useState('')
  const [role, setRole] = useState<ProgramRole>(members.length === 0 ? 'LEAD' : 'EDITOR')
  const found = data?.members.filter((each) => isFound(each, words) && !members.some(({ uuid }) => uuid === each.uuid))
  return (
    <Dialog className="pg-add" isOpen title="Add members" onClose={onClose}>
      <DialogBody>
        <div className="pg-add-tools">
          <SearchField
            value={words}
            label="Find people of the organisation"
            placeholder="Name or email"
            onSearch={setWords}
          />
          <label className="pg-add-role">
            <span>Add as</span>
            <HTMLSelect
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as ProgramRole)}
              options={programRoles.map((each) => ({
                value: each,
                label: `${roleWords[each].title}: ${roleWords[each].means}`,
              }))}
            />
          </label>
        </div>
        <div className="pg-found" role="group" aria-label="People of the organisation" tabIndex={0}>
          {problem !== undefined && data === undefined && (
            <ErrorState title="The people did not load" onRetry={again}>
              {problem}
            </ErrorState>
          )}
          {problem === undefined && data === undefined && (
            <SkeletonRows rows={6} columns={['24px', '2fr', '60px']} rowHeight={49} />
          )}
          {found?.length === 0 && (
            <p className="pg-nothing">
              {words === ''
                ? 'Everybody in the organisation is a member of this program.'
                : 'Nobody else in the organisation matches.'}
            </p>
          )}
          {found?.slice(0, shownAtOnce).map((each) => (
            <Found key={each.uuid} colleague={each} role={role} busy={busy} place={place} />
          ))}
          {found !== undefined && found.length > shownAtOnce && (
            <p className="pg-nothing">{found.length - shownAtOnce} more: type a part of the name.</p>
          )}
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <Button variant="outlined" onClick={onClose}>
            Done
          </Button>
        }
      />
    </Dialog>
  )
}

function isFound({ name, email }: Colleague, words: string): boolean {
  return `${name} ${email}`.toLowerCase().includes(words.toLowerCase())
}

interface FoundProps {
  readonly colleague: Colleague
  readonly role: ProgramRole
  readonly busy: boolean
  readonly place: Place
}

function Found({ colleague, role, busy, place }: FoundProps) {
  const { name, email, role: held } = colleague
  const onlyLooks = role !== 'READER' && !may(held, 'programs.manage')
  return (
    <div className="pg-person">
      <Avatar name={name} email={email} size={24} />
      <span className="pg-person-words">
        <span className="pg-person-name">{name || email}</span>
        <span className="pg-note">
          {onlyLooks ? `${sentenceCase(held)}: read-only, whatever the role here` : email}
        </span>
      </span>
      <Button
        size="small"
        variant="outlined"
        disabled={busy}
        aria-label={`Add ${name || email}`}
        onClick={() => void place(colleague, role)}
      >
        Add
      </Button>
    </div>
  )
}
