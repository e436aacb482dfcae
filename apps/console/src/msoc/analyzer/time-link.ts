import { copyLink } from '../../core/ui/copy.ts'
import type { Bench } from './bench.ts'
import type { AnalyzerLook } from './search.ts'
import type { Source } from './sources/source.ts'

const page = '/org/msoc/dashboard/analyzers/default-view'

/**
 * The address of a time. It shows the same frames to every user at any time: live frames are in the record by then
 * (rule ANALYZER-UI-7).
 */
export function timeLinkSearch(
  source: Source,
  look: AnalyzerLook,
  at: number | undefined,
): Readonly<Record<string, string>> {
  const of =
    source.kind === 'capture' || source.kind === 'alert' ? { [source.kind]: source.uuid } : { vehicle: source.vehicle }
  const params = Object.entries({ ...look, ...(at !== undefined && { at: String(at) }) }).filter(
    ([, value]) => value !== undefined,
  )
  return { ...of, ...Object.fromEntries(params.map(([name, value]) => [name, String(value)])) }
}

export function copyTimeLink({ source, look, focusTime, analyzer }: Bench): void {
  const latest = analyzer.state.getState().summary?.to
  const link = new URL(import.meta.env.BASE_URL.replace(/\/$/, '') + page, location.href)
  link.search = new URLSearchParams(
    timeLinkSearch(source, look, focusTime ?? (source.kind === 'live' ? latest : undefined)),
  ).toString()
  copyLink(link.href)
}
