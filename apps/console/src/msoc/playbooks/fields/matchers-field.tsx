import type { AlertMatchers } from '@carapace/shared/msoc/alerts/pipeline/alert-matchers'
import { useEffect, useState } from 'react'
import { MatcherFields } from '../../alert-pipeline/step-fields.tsx'
import { type MatcherDraft, matcherDraftOf, matchersOf, noMatchers } from '../../alert-pipeline/step-draft.ts'
import { isSame } from '@carapace/shared/graph/artefacts/changes'
import '../../alert-pipeline/alert-pipeline.css'

interface MatchersFieldProps {
  readonly legend: string
  /** Null: every alert. */
  readonly matchers: AlertMatchers | null
  readonly isReadOnly: boolean
  readonly onChange: (matchers: AlertMatchers | null) => void
}

/** Which alerts match; none of the fields filled in: every alert. */
export function MatchersField({ legend, matchers, isReadOnly, onChange }: MatchersFieldProps) {
  const [draft, setDraft] = useState<MatcherDraft>(() => draftOf(matchers))
  useEffect(() => {
    // another version, or undo: what is typed comes back as it is
    setDraft((now) => (isSame(matchers, storedOf(now)) ? now : draftOf(matchers)))
  }, [matchers])
  return (
    <fieldset className="pb-matchers" disabled={isReadOnly}>
      <MatcherFields
        legend={legend}
        matchers={draft}
        onChange={(change) => {
          const next = { ...draft, ...change }
          setDraft(next)
          onChange(storedOf(next))
        }}
      />
      {matchers === null && <p className="c-note">Nothing is filled in: every alert matches.</p>}
    </fieldset>
  )
}

const draftOf = (matchers: AlertMatchers | null) => (matchers === null ? noMatchers : matcherDraftOf(matchers))

function storedOf(draft: MatcherDraft): AlertMatchers | null {
  const matchers = matchersOf(draft)
  return Object.keys(matchers).length === 0 ? null : matchers
}
