import { Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CaretDownIcon } from '@blueprintjs/icons'
import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { sentenceCase } from '../../core/format.ts'
import { ActionButton } from './action-button.tsx'
import { useDesk } from './desk.tsx'

/** Where an analyst may move an alert by hand; the other statuses follow from what is done. */
const offered = ['IN_PROGRESS', 'PENDING'] as const

interface StatusMenuProps {
  readonly targets: () => readonly Alert[]
  readonly busy?: boolean
}

export function StatusMenu({ targets, busy = false }: StatusMenuProps) {
  const { triage, readOnly } = useDesk()
  const menu = (
    <Menu>
      {offered.map((status) => (
        <MenuItem key={status} text={sentenceCase(status)} onClick={() => void triage.setStatus(targets(), status)} />
      ))}
    </Menu>
  )
  return (
    <PopoverNext content={menu} placement="bottom-end" arrow={false} animation="minimal" disabled={readOnly !== undefined}>
      <ActionButton busy={busy} endIcon={<CaretDownIcon size={12} />}>
        Set status
      </ActionButton>
    </PopoverNext>
  )
}
