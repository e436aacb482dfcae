import { Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { sentenceCase } from '../../../core/format/format.ts'
import { Avatar } from '../../../core/ui/avatar.tsx'
import { MenuTitle } from '../../../core/ui/menu-title.tsx'
import { ActionButton } from './action-button.tsx'
import { useAlertPage } from '../page-context.tsx'
import type { SettableStatus } from './triage-sources.ts'
import { useMembers } from './use-members.ts'

/** The statuses that an analyst can set by hand; the other statuses follow from actions. */
const offered = ['IN_PROGRESS', 'PENDING'] as const

interface MoreMenuProps {
  readonly onStatus: (status: SettableStatus) => void
  readonly onAssign: (owner: string | null, name?: string) => void
  /** For a single alert: silences alerts like it. */
  readonly onSilence?: () => void
  readonly busy?: boolean
}

/** The less frequent actions: change the status or the owner. */
export function MoreMenu({ onStatus, onAssign, onSilence, busy = false }: MoreMenuProps) {
  const { readOnly } = useAlertPage()
  const items = (
    <Menu className="am-more">
      <MenuTitle>Set status</MenuTitle>
      {offered.map((status) => (
        <MenuItem key={status} text={sentenceCase(status)} onClick={() => onStatus(status)} />
      ))}
      <MenuDivider />
      <MenuTitle>Assign to</MenuTitle>
      <Members onAssign={onAssign} />
      <MenuItem text="Nobody" onClick={() => onAssign(null)} />
      {onSilence && (
        <>
          <MenuDivider />
          <MenuItem text="Silence alerts like this…" onClick={onSilence} />
        </>
      )}
    </Menu>
  )
  return (
    <PopoverNext
      content={items}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      disabled={readOnly !== undefined}
    >
      <ActionButton busy={busy} icon={<MoreIcon />} label="More actions" />
    </PopoverNext>
  )
}

function Members({ onAssign }: Pick<MoreMenuProps, 'onAssign'>) {
  const { user } = useAlertPage()
  const { members, problem } = useMembers()
  if (problem !== undefined) return <MenuItem disabled text={`Members did not load. ${problem}`} />
  if (members === undefined) return <MenuItem disabled text="Loading members" labelElement={<Spinner size={12} />} />
  return members.map((member) => (
    <MenuItem
      key={member.uuid}
      icon={<Avatar name={member.name} email={member.email} />}
      text={member.name || member.email}
      label={member.uuid === user?.uuid ? 'you' : ''}
      onClick={() => onAssign(member.uuid, member.name)}
    />
  ))
}
