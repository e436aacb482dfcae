import { number, sentenceCase } from '../../core/format/format.ts'
import { useHasDrafts } from './drafts.ts'
import { useCasePage } from './page-context.tsx'
import { type CaseTab, caseTabs } from './search.ts'

interface TabsProps {
  readonly tab: CaseTab
  readonly onTab: (tab: CaseTab) => void
}

/** The tabs of the page, each with its number of entries. The keys 1 to 8 open them. */
export function CaseTabs({ tab, onTab }: TabsProps) {
  const { detail } = useCasePage()
  const isUnsaved = useHasDrafts(detail.case.uuid)
  const { tasks } = detail.case
  const counts: Partial<Record<CaseTab, string>> = {
    alerts: number(detail.case.alerts),
    tasks: `${number(tasks.done)}/${number(tasks.total)}`,
    story: number(detail.story.length),
    evidence: number(detail.evidence.filter(({ removed_at: at }) => at === null).length),
    links: number(detail.links.filter(({ kind }) => kind !== 'observable').length),
  }
  return (
    <nav className="c-tabs cs-tabs" aria-label="Views of the case">
      {caseTabs.map((each, index) => (
        <button
          key={each}
          type="button"
          className="c-tab"
          aria-current={each === tab ? 'page' : undefined}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onTab(each)}
        >
          {sentenceCase(each)}
          {counts[each] !== undefined && <span className="cs-note num"> {counts[each]}</span>}
          {each === 'overview' && isUnsaved && <span className="cs-unsaved" title="Unsaved text" />}
        </button>
      ))}
    </nav>
  )
}
