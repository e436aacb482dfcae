import { clock } from '../../../core/format/format.ts'
import { useDayRollups } from './day.ts'

/** When the figures of the last 24 hours were read, in the wall's footer. */
export function LastRefresh() {
  const { at, problem } = useDayRollups()
  if (at === undefined) return null
  return <span className={problem === undefined ? '' : 'wl-blocked'}>Last refresh of history {clock(at)}</span>
}
