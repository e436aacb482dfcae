import { TimeIcon } from '@blueprintjs/icons'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { useNow } from '../../../core/format/format.ts'
import { dueOf } from './due.ts'

/** What is left of the time of a case's service level; red with a sign once it is over. */
export function DueCell({ row }: { readonly row: Case }) {
  const { state, text, limit } = dueOf(row.timers, useNow(10_000))
  if (text === '') return <span className="cs-note">–</span>
  return (
    <span className={`cs-due cs-due-${state}`} title={limit === 'acknowledge' ? 'To acknowledge' : 'To resolve'}>
      {state === 'missed' && <TimeIcon size={12} aria-hidden />}
      {text}
    </span>
  )
}
