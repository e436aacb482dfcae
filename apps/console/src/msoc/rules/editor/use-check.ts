import { checkRule } from '@carapace/shared/msoc/rules/rules.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import { marksOf } from './marks.ts'

/** How long the typing pauses before the text is checked, ms. */
const pauseMs = 300

/** What the server found in the text, once the typing pauses: faults, warnings and test results (rule RULE-UI-12). */
export function useCheck(text: string) {
  const settled = useSettled(text, pauseMs) ?? ''
  const { data, problem, refetch } = useEndpoint(checkRule, { text: settled }, { enabled: settled.trim() !== '' })
  const marks = useMemo(() => (data === undefined ? [] : marksOf(data)), [data])
  return { checked: data, problem, marks, again: refetch }
}
