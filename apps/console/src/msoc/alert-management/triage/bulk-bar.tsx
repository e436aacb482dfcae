import { Button } from '@blueprintjs/core'
import { number } from '../../../core/format/format.ts'
import { Kbd } from '../../../core/ui/kbd.tsx'
import { ActionButton } from './action-button.tsx'
import { handsOf } from './actions.ts'
import { clearSelection, selectedAlerts, selectEverything } from '../queue/choose.ts'
import { useAlertPage, useQueue } from '../page-context.tsx'
import { MoreMenu } from './more-menu.tsx'

/** The actions on the selected alerts; shown only with a selection. */
export function BulkBar() {
  const alertPage = useAlertPage()
  const { queue } = alertPage
  const count = useQueue(({ selected }) => selected.size)
  const everything = useQueue((state) => state.everything)
  const total = useQueue((state) => state.queue.total)
  if (count === 0) return null
  const hands = handsOf(alertPage, () => selectedAlerts(queue))

  return (
    <div className="am-bulk" role="toolbar" aria-label="Selected alerts">
      <strong className="num" aria-live="polite">
        {everything ? `All ${number(total)} matching selected` : `${number(count)} selected`}
      </strong>
      {!everything && total > count && (
        <button type="button" className="am-link" onClick={() => selectEverything(queue)}>
          Select all {number(total)} matching <Kbd keys="A" />
        </button>
      )}
      <span className="am-bulk-actions">
        <ActionButton keys="a" onClick={hands.acknowledge}>
          Acknowledge
        </ActionButton>
        <ActionButton keys="s" onClick={() => hands.assign('me')}>
          Assign to me
        </ActionButton>
        {!everything && (
          <ActionButton keys="e" onClick={hands.escalate}>
            Escalate
          </ActionButton>
        )}
        {!everything && count > 1 && (
          <ActionButton keys="m" onClick={hands.merge}>
            Merge
          </ActionButton>
        )}
        <ActionButton keys="c" onClick={hands.close}>
          Close
        </ActionButton>
        <MoreMenu onStatus={hands.setStatus} onAssign={hands.assign} />
        <Button variant="minimal" size="small" endIcon={<Kbd keys="Escape" />} onClick={() => clearSelection(queue)}>
          Clear
        </Button>
      </span>
    </div>
  )
}
