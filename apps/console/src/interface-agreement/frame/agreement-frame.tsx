import { DocumentIcon, ExchangeIcon } from '@blueprintjs/icons'
import { listAgreements } from '@carapace/shared/interface-agreement/agreements.contract'
import { Link, Navigate } from '@tanstack/react-router'
import { memo, type ReactNode, useDeferredValue, useEffect } from 'react'
import { Failure } from '@carapace/shared/core/failure'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageFact } from '../../core/page/page-facts.ts'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { ErrorState } from '../../core/ui/error-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import type { AgreementSearch } from '../search.ts'
import { type AgreementContext, type OpenAgreement, useAgreement } from '../use-agreement.ts'
import { FrameActions } from './frame-actions.tsx'
import { rememberOpened, toOpen } from './last-opened.ts'
import { PartiesStrip } from './parties-strip.tsx'
import { useAgreementRefusal } from './refusal.ts'
import '../agreement.css'

interface AgreementFrameProps {
  /** Of the page: "Glossary". */
  readonly title: string
  readonly search: AgreementSearch
  /** Filters and actions of the page, before those of the agreement. */
  readonly renderTools?: (context: AgreementContext) => ReactNode
  /** Entries of the menu "More", before those of the whole agreement. */
  readonly renderMore?: (refusal: string | undefined) => ReactNode
  readonly children: (context: AgreementContext) => ReactNode
}

/**
 * What all pages of an agreement share: title, parties, actions (rule AGREEMENT-UI-3). Without an agreement in the
 * address it opens one, or the list (rule AGREEMENT-UI-1).
 */
export function AgreementFrame(props: AgreementFrameProps) {
  usePageTitle(props.title)
  const { agreement } = props.search
  return agreement === undefined ? (
    <Choosing title={props.title} search={props.search} />
  ) : (
    <Opened key={agreement} {...props} uuid={agreement} />
  )
}

function Choosing({ title, search }: Pick<AgreementFrameProps, 'title' | 'search'>) {
  const { programId } = search
  const input = programId === undefined ? {} : { program_uuid: programId }
  const { data, problem, refetch } = useEndpoint(listAgreements, input)
  if (data === undefined) return <NotYet title={title} problem={problem} onRetry={refetch} />
  const agreement = toOpen(data.agreements)
  if (agreement !== undefined) {
    const own = data.agreements.find(({ uuid }) => uuid === agreement)?.program_uuid ?? undefined
    return <Navigate to="." search={{ ...search, agreement, programId: programId ?? own } as never} replace />
  }
  return <Navigate to="/org/interface-agreement/agreements" search={{ programId }} replace />
}

interface NotYetProps {
  readonly title: string
  readonly problem: string | undefined
  readonly onRetry: () => void
}

function NotYet({ title, problem, onRetry }: NotYetProps) {
  return (
    <div className="ia-page">
      <PageHead title={title} />
      {problem === undefined ? (
        <SkeletonRows rows={14} columns={['40px', '2fr', '120px', '1fr', '1fr', '120px']} />
      ) : (
        <ErrorState title="The agreement did not load" onRetry={onRetry}>
          {problem}
        </ErrorState>
      )}
    </div>
  )
}

function Opened({ uuid, title, renderTools, renderMore, children }: AgreementFrameProps & { readonly uuid: string }) {
  const followed = useAgreement(uuid)
  const { agreement, problem, error, refetch } = followed
  useEffect(() => rememberOpened(uuid), [uuid])
  // drawn in small pieces of time, so that typing goes on meanwhile
  const open = useDeferredValue(followed)
  if (error instanceof Failure && error.code === 'NOT_FOUND') return <Gone title={title} />
  if (agreement === undefined) return <NotYet title={title} problem={problem} onRetry={refetch} />
  return (
    <Shown
      title={title}
      open={isLoaded(open) ? open : { ...followed, agreement }}
      renderTools={renderTools}
      renderMore={renderMore}
    >
      {children}
    </Shown>
  )
}

const isLoaded = (open: ReturnType<typeof useAgreement>): open is ReturnType<typeof useAgreement> & OpenAgreement =>
  open.agreement !== undefined

function Gone({ title }: { readonly title: string }) {
  return (
    <div className="ia-page">
      <PageHead title={title} />
      <EmptyState
        icon={<ExchangeIcon size={24} />}
        title="There is no such agreement"
        action={
          <Link className="bp6-button bp6-outlined" to="/org/interface-agreement/agreements">
            All agreements
          </Link>
        }
      >
        It was deleted, or you are not in its cybersecurity team. Members of the team can add you.
      </EmptyState>
    </div>
  )
}

interface ShownProps extends Pick<AgreementFrameProps, 'title' | 'children'> {
  readonly open: OpenAgreement
  readonly renderTools: AgreementFrameProps['renderTools']
  readonly renderMore: AgreementFrameProps['renderMore']
}

const Shown = memo(function Shown({ title, open, renderTools, renderMore, children }: ShownProps) {
  const { agreement, people } = open
  const context: AgreementContext = { ...open, refusal: useAgreementRefusal(agreement) }
  const isBoth = people.some(({ side }) => side !== agreement.side)
  usePageFact('Here', isBoth ? 'both parties' : 'your side')
  usePageFact('Step', String(agreement.seq))
  usePageFact('Version', agreement.version === 0 ? 'not signed' : versionText(agreement))
  return (
    <div className="ia-page">
      <PageHead
        title={title}
        tabs={
          <span className="ia-code">
            {agreement.code}, {agreement.title}
          </span>
        }
      >
        {renderTools?.(context)}
        <FrameActions context={context} renderMore={renderMore} />
      </PageHead>
      <PartiesStrip agreement={agreement} people={people} />
      {context.refusal !== undefined && (
        <p className="ia-readonly" role="note">
          <DocumentIcon size={12} /> {context.refusal}
        </p>
      )}
      <div className="ia-body">{children(context)}</div>
    </div>
  )
})

const versionText = ({ version, is_amended: isAmended }: OpenAgreement['agreement']) =>
  isAmended ? `${version}, amended since` : String(version)
