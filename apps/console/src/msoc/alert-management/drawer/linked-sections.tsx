import { getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { Link } from '@tanstack/react-router'
import { useEndpoint } from '../../../core/call/query.ts'
import { number } from '../../../core/format/format.ts'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { caseId } from '../sentences.ts'
import { Section } from './section.tsx'

/** The case that the alert belongs to; renders nothing if there is none. */
export function CaseSection({ uuid }: { readonly uuid: string }) {
  const { data, problem } = useEndpoint(getCase, { uuid }, { keepPrevious: false })
  const linkedCase = data?.case
  const link = (
    <Link className="am-section-link" to="/org/msoc/dashboard/case-management/general" search={{ case: uuid } as never}>
      Open the case
    </Link>
  )
  return (
    <Section title="Linked case" link={link}>
      {problem !== undefined && <p className="am-muted am-no-rows">The case did not load. {problem}</p>}
      {linkedCase !== undefined && (
        <p className="am-linked">
          <span className="mono am-muted">{caseId(linkedCase)}</span>
          <span>{linkedCase.title}</span>
          <span className="am-muted num">
            {linkedCase.alerts === 1 ? '1 alert' : `${number(linkedCase.alerts)} alerts`}
          </span>
          <StatusBadge status={linkedCase.stage} />
        </p>
      )}
    </Section>
  )
}
