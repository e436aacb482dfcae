import { fieldsOfFix } from '@carapace/shared/functional-safety/hara-graph'
import type { ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  type HaraFinding,
  haraRules,
  type HaraSeverity,
  haraSeverities,
} from '@carapace/shared/functional-safety/hara-rules'
import type { Severity } from '@carapace/shared/msoc/severity'
import type { GraphState } from '../../graph/store/graph-state.ts'

export const findingSeverity = ({ code }: HaraFinding): HaraSeverity => haraRules[code].severity

/** The glyph of a problem. */
export const findingGlyphs: Readonly<Record<HaraSeverity, Severity>> = {
  error: 'critical',
  warning: 'medium',
  hint: 'info',
}

/** How many problems of each severity there are, the most severe first. */
export function findingCounts(
  findings: readonly HaraFinding[],
): readonly { readonly severity: HaraSeverity; readonly count: number }[] {
  return haraSeverities.map((severity) => ({
    severity,
    count: findings.filter((each) => findingSeverity(each) === severity).length,
  }))
}

/** The problems about the rows that are listed; the most severe first. */
export function findingsAmong(
  findings: readonly HaraFinding[],
  listed: Pick<GraphState['artefacts'], 'has'>,
  kinds: readonly string[],
  artefacts: GraphState['artefacts'],
): readonly HaraFinding[] {
  return findings
    .filter(({ rows }) => rows.some((uuid) => listed.has(uuid) && kinds.includes(artefacts.get(uuid)?.kind ?? '')))
    .toSorted((a, b) => haraSeverities.indexOf(findingSeverity(a)) - haraSeverities.indexOf(findingSeverity(b)))
}

/**
 * The write that mends a problem; none: it has no fix, or its row is gone. Links never name what does not exist,
 * and the ASIL of an event is computed, so that only fields of safety goals are fixed (rule SAFETY-UI-6).
 */
export function fixInput(
  { fix }: HaraFinding,
  { artefacts }: Pick<GraphState, 'artefacts'>,
): ArtefactInput | null | undefined {
  const fields = fix && fieldsOfFix(fix)
  const row = fix && artefacts.get(fix.change.id)
  return fields && row && { uuid: row.uuid, kind: row.kind, revision: row.revision, fields }
}
