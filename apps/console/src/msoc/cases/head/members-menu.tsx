import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon, SmallTickIcon } from '@blueprintjs/icons'
import { saveCaseMembers } from '@carapace/shared/msoc/cases/cases.contract'
import { call } from '../../../core/call/call.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { useCasePage } from '../page-context.tsx'
import { useOwners } from '../use-owners.ts'

/** How many members are shown by their initials. */
const shown = 4

/** The members of the case: who works on it, and sees it while it is restricted. */
export function MembersMenu() {
  const { detail, refusal } = useCasePage()
  const { members } = detail.case
  return (
    <PopoverNext
      content={<Items />}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      disabled={refusal !== undefined}
    >
      <Button
        size="small"
        variant="outlined"
        disabled={refusal !== undefined}
        endIcon={<CaretDownIcon />}
        title={refusal ?? members.map(({ name }) => name).join(', ')}
      >
        <span className="cs-person">
          <span className="c-visually-hidden">Members: </span>
          {members.length === 0 && 'No members'}
          {members.slice(0, shown).map(({ uuid, name }) => (
            <Avatar key={uuid} name={name} />
          ))}
          {members.length > shown && `+${members.length - shown}`}
        </span>
      </Button>
    </PopoverNext>
  )
}

function Items() {
  const { detail, run } = useCasePage()
  const { members: people = [], problem } = useOwners()
  const { uuid, members, owner } = detail.case
  const isMember = (person: string) => members.some((each) => each.uuid === person)
  const toggle = (person: string) =>
    void run(() => call(saveCaseMembers, { uuid, ...(isMember(person) ? { remove: [person] } : { add: [person] }) }))
  const former = members.filter((member) => people.every((each) => each.uuid !== member.uuid))
  return (
    <Menu className="c-filter-menu" aria-label="Members">
      {problem !== undefined && <MenuItem disabled text={`Members did not load. ${problem}`} />}
      {[...people.map((each) => ({ uuid: each.uuid, name: each.name || each.email })), ...former].map((person) => (
        <MenuItem
          key={person.uuid}
          icon={<Avatar name={person.name} />}
          text={person.name}
          label={person.uuid === owner?.uuid ? 'owner' : ''}
          disabled={person.uuid === owner?.uuid}
          aria-current={isMember(person.uuid)}
          labelElement={isMember(person.uuid) ? <SmallTickIcon /> : undefined}
          shouldDismissPopover={false}
          onClick={() => toggle(person.uuid)}
        />
      ))}
    </Menu>
  )
}
