import { Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { listMembers } from '@carapace/shared/account/auth.contract'
import { type Alert, updateAlerts } from '@carapace/shared/msoc/alerts.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messagesOf } from '../../core/call.ts'
import { sentenceCase } from '../../core/format.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { MenuTitle } from '../../core/ui/menu-title.tsx'
import { ActionButton } from './action-button.tsx'
import { useDesk } from './desk.tsx'

type Member = z.output<typeof listMembers.output>['members'][number]

/** Where an analyst may move an alert by hand; the other statuses follow from what is done. */
const offered = ['IN_PROGRESS', 'PENDING'] as const

interface MoreMenuProps {
  readonly targets: () => readonly Alert[]
  readonly busy?: boolean
}

/** What is done to alerts less often: another status, another owner. */
export function MoreMenu({ targets, busy = false }: MoreMenuProps) {
  const { readOnly } = useDesk()
  return (
    <PopoverNext content={<Items targets={targets} />} placement="bottom-end" arrow={false} animation="minimal" disabled={readOnly !== undefined}>
      <ActionButton busy={busy} icon={<MoreIcon />} label="More actions" />
    </PopoverNext>
  )
}

function Items({ targets }: Pick<MoreMenuProps, 'targets'>) {
  const { triage } = useDesk()
  return (
    <Menu className="am-more">
      <MenuTitle>Set status</MenuTitle>
      {offered.map((status) => (
        <MenuItem key={status} text={sentenceCase(status)} onClick={() => void triage.setStatus(targets(), status)} />
      ))}
      <MenuDivider />
      <MenuTitle>Assign to</MenuTitle>
      <Members targets={targets} />
      <MenuItem text="Nobody" onClick={() => void triage.assign(targets(), null)} />
    </Menu>
  )
}

/** Asked for as the menu opens: people come and go. */
function Members({ targets }: Pick<MoreMenuProps, 'targets'>) {
  const { triage, user } = useDesk()
  const [members, setMembers] = useState<readonly Member[]>()
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const aborted = new AbortController()
    call(listMembers, {}, aborted).then(
      (answer) => setMembers(answer.members.filter(({ role }) => updateAlerts.roles?.includes(role) ?? true)),
      (thrown: unknown) => aborted.signal.aborted || setProblem(messagesOf(thrown).join(' ')),
    )
    return () => aborted.abort()
  }, [])

  if (problem !== undefined) return <MenuItem disabled text={`Members did not load. ${problem}`} />
  if (members === undefined) return <MenuItem disabled text="Loading members" labelElement={<Spinner size={12} />} />
  return members.map((member) => (
    <MenuItem
      key={member.uuid}
      icon={<Avatar name={member.name} email={member.email} />}
      text={member.name || member.email}
      label={member.uuid === user?.uuid ? 'you' : ''}
      onClick={() => void triage.assign(targets(), member.uuid, member.name)}
    />
  ))
}
