import { type Case, getCase } from '@carapace/shared/msoc/cases/cases.contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call, messageOf } from '../../../core/call/call.ts'
import { number } from '../../../core/format/format.ts'
import { StatusBadge } from '../../../core/ui/status-badge.tsx'
import { caseId } from '../sentences.ts'
import { Section } from './section.tsx'

/** The case that the alert belongs to; nothing where it belongs to none. */
export function CaseSection({ uuid }: { readonly uuid: string }) {
  const { told, problem } = useCase(uuid)
  const link = (
    <Link className="am-section-link" to="/org/msoc/dashboard/case-management/general" search={{ case: uuid } as never}>
      Open the case
    </Link>
  )
  return (
    <Section title="Linked case" link={link}>
      {problem !== undefined && <p className="am-muted am-no-rows">The case did not load. {problem}</p>}
      {told !== undefined && (
        <p className="am-linked">
          <span className="mono am-muted">{caseId(told)}</span>
          <span>{told.title}</span>
          <span className="am-muted num">{told.alerts === 1 ? '1 alert' : `${number(told.alerts)} alerts`}</span>
          <StatusBadge status={told.stage} />
        </p>
      )}
    </Section>
  )
}

function useCase(uuid: string): { readonly told: Case | undefined; readonly problem: string | undefined } {
  const [told, setTold] = useState<Case>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const aborted = new AbortController()
    setTold(undefined)
    setProblem(undefined)
    call(getCase, { uuid }, aborted).then(
      (answer) => setTold(answer.case),
      (thrown: unknown) => aborted.signal.aborted || setProblem(messageOf(thrown)),
    )
    return () => aborted.abort()
  }, [uuid])
  return { told, problem }
}
