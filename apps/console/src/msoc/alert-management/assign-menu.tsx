import { Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import { listMembers } from '@carapace/shared/account/auth.contract'
import { type Alert, updateAlerts } from '@carapace/shared/msoc/alerts.contract'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { call, messagesOf } from '../../core/call.ts'
import { Avatar } from '../../core/ui/avatar.tsx'
import { ActionButton } from './action-button.tsx'
import { useDesk } from './desk.tsx'

type Member = z.output<typeof listMembers.output>['members'][number]

interface AssignMenuProps {
  readonly targets: () => readonly Alert[]
  readonly busy?: boolean
}

/** Hands alerts to a colleague, or to nobody. */
export function AssignMenu({ targets, busy = false }: AssignMenuProps) {
  const { readOnly } = useDesk()
  return (
    <PopoverNext content={<Members targets={targets} />} placement="bottom-end" arrow={false} animation="minimal" disabled={readOnly !== undefined}>
      <ActionButton busy={busy} endIcon={<CaretDownIcon size={12} />}>
        Assign
      </ActionButton>
    </PopoverNext>
  )
}

/** Asked for as the menu opens: people come and go. */
function Members({ targets }: Pick<AssignMenuProps, 'targets'>) {
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

  return (
    <Menu className="am-members">
      {members === undefined && problem === undefined && <MenuItem disabled text="Loading members" labelElement={<Spinner size={12} />} />}
      {problem !== undefined && <MenuItem disabled text={`Members did not load. ${problem}`} />}
      {members?.map((member) => (
        <MenuItem
          key={member.uuid}
          icon={<Avatar name={member.name} email={member.email} />}
          text={member.name || member.email}
          label={member.uuid === user?.uuid ? 'you' : ''}
          onClick={() => void triage.assign(targets(), member.uuid, member.name)}
        />
      ))}
      <MenuDivider />
      <MenuItem text="Nobody" onClick={() => void triage.assign(targets(), null)} />
    </Menu>
  )
}
