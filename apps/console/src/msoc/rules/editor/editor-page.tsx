import { getRule, type RuleRow } from '@carapace/shared/msoc/rules/rules.contract'
import { pageSubject, useEndpoint } from '../../../core/call/query.ts'
import { ErrorState } from '../../../core/ui/error-state.tsx'
import { PageHead } from '../../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../../core/ui/skeleton.tsx'
import type { EditorSearch } from '../search.ts'
import { RuleEditor } from './rule-editor.tsx'
import '../rules.css'

interface EditorPageProps {
  readonly search: EditorSearch
  readonly go: (search: EditorSearch, replace?: boolean) => void
  readonly onList: () => void
}

/** Interval at which the rule's state and counts are read again, ms. */
const everyMs = 5_000

/** The editor of the rule that the address names, or of a new one (rule RULE-UI-10). */
export function EditorPage(props: EditorPageProps) {
  const { search, go } = props
  if (search.rule !== undefined) return <SavedRule key={search.rule} {...props} uuid={search.rule} />
  return (
    <RuleEditor
      {...props}
      saved={undefined}
      onSaved={({ uuid }: RuleRow) => go({ ...search, rule: uuid }, true)}
      onChanged={() => undefined}
    />
  )
}

function SavedRule({ uuid, ...props }: EditorPageProps & { readonly uuid: string }) {
  const { data, problem, refetch } = useEndpoint(getRule, { uuid }, { ...pageSubject, refetchEveryMs: everyMs })
  if (data !== undefined) return <RuleEditor {...props} saved={data} onSaved={refetch} onChanged={refetch} />
  return (
    <div className="ru-page">
      <PageHead title="Rule" />
      {problem === undefined ? (
        <SkeletonRows rows={16} columns={['48px', '1fr', '320px']} />
      ) : (
        <ErrorState title="The rule did not load" onRetry={refetch}>
          {problem}
        </ErrorState>
      )}
    </div>
  )
}
