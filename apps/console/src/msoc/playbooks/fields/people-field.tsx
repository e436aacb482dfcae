import { HTMLSelect } from '@blueprintjs/core'
import type { People } from '@carapace/shared/msoc/playbooks/node-settings'
import { useMembers } from '../../alert-management/triage/use-members.ts'
import { useFieldContext } from './field-context.ts'

interface PeopleFieldProps {
  readonly label: string
  readonly people: People
  readonly onChange: (people: People) => void
}

/** A role, or members by name. */
export function PeopleField({ label, people, onChange }: PeopleFieldProps) {
  const { isReadOnly } = useFieldContext()
  const chosen = people.kind === 'role' ? people.role : 'members'
  return (
    <fieldset className="c-field">
      <legend>{label}</legend>
      <HTMLSelect
        aria-label={label}
        value={chosen}
        disabled={isReadOnly}
        options={[
          { value: 'ANALYST', label: 'Every analyst' },
          { value: 'ADMIN', label: 'Every administrator' },
          { value: 'members', label: 'Members by name' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === 'members' ? { kind: 'members', uuids: [] } : { kind: 'role', role: value as 'ADMIN' })
        }
      />
      {people.kind === 'members' && (
        <MemberBoxes chosen={people.uuids} onChoose={(uuids) => onChange({ kind: 'members', uuids })} />
      )}
    </fieldset>
  )
}

interface MemberBoxesProps {
  readonly chosen: readonly string[]
  readonly onChoose: (uuids: string[]) => void
}

function MemberBoxes({ chosen, onChoose }: MemberBoxesProps) {
  const { isReadOnly } = useFieldContext()
  const { members, problem } = useMembers()
  if (problem !== undefined) return <span className="c-note">The members did not load. {problem}</span>
  return (
    <span className="pb-boxes">
      {members?.map(({ uuid, name }) => (
        <label key={uuid} className="pb-box">
          <input
            type="checkbox"
            checked={chosen.includes(uuid)}
            disabled={isReadOnly}
            onChange={({ target }) =>
              onChoose(target.checked ? [...chosen, uuid] : chosen.filter((each) => each !== uuid))
            }
          />
          {name}
        </label>
      ))}
      {members !== undefined && chosen.length === 0 && <span className="c-note">Choose at least one.</span>}
    </span>
  )
}

interface MemberFieldProps {
  readonly id: string
  readonly value: string | null | undefined
  /** The choice of no member, in words. */
  readonly nobody: string
  readonly onChange: (uuid: string | undefined) => void
}

/** One member, or nobody. */
export function MemberField({ id, value, nobody, onChange }: MemberFieldProps) {
  const { isReadOnly } = useFieldContext()
  const { members } = useMembers()
  const known = members?.map(({ uuid, name }) => ({ value: uuid, label: name })) ?? []
  const isMissing = value != null && known.every((each) => each.value !== value)
  return (
    <HTMLSelect
      id={id}
      value={value ?? ''}
      disabled={isReadOnly}
      options={[
        { value: '', label: nobody },
        ...(isMissing ? [{ value: value ?? '', label: members === undefined ? 'Loading' : 'A member who left' }] : []),
        ...known,
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  )
}
