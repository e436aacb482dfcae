import { Button } from '@blueprintjs/core'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { ActionButton } from './action-button.tsx'
import { clearSelection, selectedAlerts } from './choose.ts'
import { useDesk, useQueue } from './desk.tsx'
import { MoreMenu } from './more-menu.tsx'

/** What can be done to all that is selected; there only with a selection. */
export function BulkBar() {
  const { queue, triage, askToClose } = useDesk()
  const count = useQueue(({ selected }) => selected.size)
  if (count === 0) return null
  const targets = () => selectedAlerts(queue)

  return (
    <div className="am-bulk" role="toolbar" aria-label="Selected alerts">
      <strong className="num" aria-live="polite">
        {number(count)} selected
      </strong>
      <span className="am-bulk-actions">
        <ActionButton keys="a" onClick={() => void triage.acknowledge(targets())}>
          Acknowledge
        </ActionButton>
        <ActionButton keys="s" onClick={() => void triage.assign(targets(), 'me')}>
          Assign to me
        </ActionButton>
        <ActionButton keys="c" onClick={() => askToClose(targets())}>
          Close
        </ActionButton>
        <MoreMenu targets={targets} />
        <Button variant="minimal" size="small" endIcon={<Kbd keys="Escape" />} onClick={() => clearSelection(queue)}>
          Clear
        </Button>
      </span>
    </div>
  )
}
