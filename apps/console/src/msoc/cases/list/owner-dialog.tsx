import { DialogBody, Spinner } from '@blueprintjs/core'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useState } from 'react'
import { useSession } from '../../../core/session/session.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { Dialog } from '../../../core/ui/dialog.tsx'
import { caseId } from '../list.ts'
import { useOwners } from '../use-owners.ts'

interface OwnerDialogProps {
  /** The case whose owner changes; undefined: closed. */
  readonly of: Case | undefined
  /** The new owner, and what was done: "assigned to Anna". */
  readonly onOwner: (owner: string | null, done: string) => void
  readonly onClose: () => void
}

/** Chooses the owner of the case under the cursor: letters narrow the list, Enter takes the first. */
export function OwnerDialog({ of, onOwner, onClose }: OwnerDialogProps) {
  return (
    <Dialog
      className="c-small-dialog"
      isOpen={of !== undefined}
      title={of === undefined ? '' : `Owner of ${caseId(of)}`}
      onClose={onClose}
    >
      <Choices
        onOwner={(owner, done) => {
          onClose()
          onOwner(owner, done)
        }}
      />
    </Dialog>
  )
}

function Choices({ onOwner }: Pick<OwnerDialogProps, 'onOwner'>) {
  const { members, problem } = useOwners()
  const [words, setWords] = useState('')
  const me = useSession()?.uuid
  const people = (members ?? [])
    .map(({ uuid, name, email }) => ({ uuid, name: name || email, isMe: uuid === me }))
    .toSorted((a, b) => Number(b.isMe) - Number(a.isMe) || a.name.localeCompare(b.name))
  const found = people.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const take = ({ uuid, name, isMe }: (typeof people)[number]) =>
    onOwner(uuid, isMe ? 'assigned to you' : `assigned to ${name}`)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (found[0] !== undefined) take(found[0])
      }}
    >
      <DialogBody>
        <input
          className="bp6-input cs-wide-field"
          aria-label="Name"
          placeholder="Name"
          autoFocus
          autoComplete="off"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {problem !== undefined && (
          <p className="c-problem" role="alert">
            Members did not load. {problem}
          </p>
        )}
        {members === undefined && problem === undefined && <Spinner size={16} />}
        <ul className="cs-people">
          {found.map((person) => (
            <li key={person.uuid}>
              <button type="button" onClick={() => take(person)}>
                <Avatar name={person.name} /> {person.name} {person.isMe && <span className="cs-note">you</span>}
              </button>
            </li>
          ))}
          <li>
            <button type="button" onClick={() => onOwner(null, 'unassigned')}>
              Nobody
            </button>
          </li>
        </ul>
      </DialogBody>
    </form>
  )
}
