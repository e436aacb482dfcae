import { Button } from '@blueprintjs/core'
import { GroupObjectsIcon } from '@blueprintjs/icons'
import { useAlertPage } from '../page-context.tsx'
import { toggleGroups } from './grouping.ts'

/** Switches between the list of alerts and that of their rules. */
export function GroupButton() {
  const alertPage = useAlertPage()
  return (
    <Button
      variant="minimal"
      icon={<GroupObjectsIcon />}
      active={alertPage.search.group === 'rule'}
      aria-pressed={alertPage.search.group === 'rule'}
      onClick={() => toggleGroups(alertPage)}
    >
      By rule
    </Button>
  )
}
