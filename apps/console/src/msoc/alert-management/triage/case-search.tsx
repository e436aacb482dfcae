import { type Case, listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { useEffect, useId, useState } from 'react'
import { useEndpoint } from '../../../core/call/query.ts'
import { useSettled } from '../../../core/call/use-settled.ts'
import { SeverityGlyph } from '../../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { caseId } from '../sentences.ts'

/** The stages of cases in work. */
export const openStages: readonly Case['stage'][] = ['NEW', 'IN_PROGRESS']

interface CaseSearchProps {
  /** Only cases in these stages; absent: cases in any stage. */
  readonly stages?: readonly Case['stage'][]
  readonly chosen: Case | undefined
  readonly onChoose: (found: Case) => void
}

/** Searches cases by words of the title or by number; the first result is selected, so that Enter takes it. */
export function CaseSearch({ stages, chosen, onChoose }: CaseSearchProps) {
  const [words, setWords] = useState('')
  const { cases, problem } = useCases(words, stages)
  const id = useId()
  const first = cases?.[0]
  const shown = cases?.some(({ uuid }) => uuid === chosen?.uuid)
  useEffect(() => {
    if (shown === false && first !== undefined) onChoose(first)
  }, [shown, first, onChoose])

  return (
    <div className="am-field">
      <label htmlFor={id}>Title or number</label>
      <input
        id={id}
        className="am-input"
        value={words}
        maxLength={200}
        autoFocus
        autoComplete="off"
        placeholder="CAS-1204"
        onChange={(event) => setWords(event.target.value)}
      />
      {problem !== undefined && (
        <p className="am-muted" role="alert">
          The cases did not load. {problem}
        </p>
      )}
      {cases?.length === 0 && <p className="am-muted">No case matches.</p>}
      <fieldset className="am-cases" aria-busy={cases === undefined}>
        <legend className="c-visually-hidden">Cases</legend>
        {cases?.map((each) => (
          <label key={each.uuid} data-chosen={each.uuid === chosen?.uuid || undefined}>
            <input type="radio" name="case" checked={each.uuid === chosen?.uuid} onChange={() => onChoose(each)} />
            <SeverityGlyph severity={each.severity} label={each.severity} />
            <span className="mono am-muted">{caseId(each)}</span>
            <span className="am-case-title">{each.title}</span>
            <StatusBadge status={each.stage} />
          </label>
        ))}
      </fieldset>
    </div>
  )
}

const typingMs = 200

function useCases(words: string, stages: CaseSearchProps['stages']) {
  const settled = useSettled(words, typingMs)
  const input = {
    limit: 8,
    ...(stages !== undefined && { stage: [...stages] }),
    ...(settled?.trim() !== '' && { q: settled }),
  }
  const { data, problem } = useEndpoint(listCases, input, { enabled: settled !== undefined })
  return { cases: data?.cases, problem }
}
