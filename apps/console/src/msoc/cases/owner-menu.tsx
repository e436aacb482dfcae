import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { useSession } from '../../core/session/session.ts'
import { Avatar, NoAvatar } from '../../core/ui/avatar.tsx'
import { Kbd } from '../../core/ui/kbd.tsx'
import { useCasePage } from './page-context.tsx'
import { useOwners } from './use-owners.ts'

/** The owner of the case, and a menu of possible owners. */
export function OwnerMenu() {
  const { detail, refusal } = useCasePage()
  const { owner } = detail.case
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
        title={refusal}
      >
        <span className="cs-person">
          <span className="c-visually-hidden">Owner: </span>
          <span className="cs-face" aria-hidden>
            {owner === null ? <NoAvatar /> : <Avatar name={owner.name} />}
          </span>
          {owner?.name ?? 'Unassigned'}
        </span>
      </Button>
    </PopoverNext>
  )
}

function Items() {
  const { change } = useCasePage()
  const { members, problem } = useOwners()
  const me = useSession()?.uuid
  return (
    <Menu className="c-filter-menu" aria-label="Owner">
      <MenuItem text="Assign to me" labelElement={<Kbd keys="s" />} onClick={() => void change({ owner: 'me' })} />
      <MenuDivider />
      {problem !== undefined && <MenuItem disabled text={`Members did not load. ${problem}`} />}
      {members === undefined && problem === undefined && (
        <MenuItem disabled text="Loading members" labelElement={<Spinner size={12} />} />
      )}
      {members?.map((member) => (
        <MenuItem
          key={member.uuid}
          icon={<Avatar name={member.name} email={member.email} />}
          text={member.name || member.email}
          label={member.uuid === me ? 'you' : ''}
          onClick={() => void change({ owner: member.uuid })}
        />
      ))}
      <MenuItem text="Nobody" onClick={() => void change({ owner: null })} />
    </Menu>
  )
}
