import { LightbulbIcon } from '@blueprintjs/icons'
import type { proposed } from '@carapace/shared/lifecycle/proposals/generation.contract'
import { useState } from 'react'
import { ActButton } from '../../core/ui/act-button.tsx'
import { usePageContext } from '../../graph/page/page-context.tsx'
import { ProposalsDialog } from './proposals-dialog.tsx'

/**
 * Generates proposals for a page's list from the program's model; nothing is stored until the user accepts it (rule
 * PROPOSAL-UI-1).
 */
export function ProposeButton({
  what,
  label = 'Propose',
}: {
  readonly what: (typeof proposed)[number]
  readonly label?: string
}) {
  const { refusal } = usePageContext()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActButton size="medium" icon={<LightbulbIcon />} refusal={refusal} onClick={() => setOpen(true)}>
        {label}
      </ActButton>
      {isOpen && <ProposalsDialog what={what} onClose={() => setOpen(false)} />}
    </>
  )
}
