import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { Alert } from '@carapace/shared/msoc/alerts.contract'
import { type Case, listCases } from '@carapace/shared/msoc/cases.contract'
import { useEffect, useId, useState } from 'react'
import { call, messagesOf } from '../../core/call.ts'
import { number } from '../../core/format.ts'
import { Kbd } from '../../core/ui/kbd.tsx'
import { SeverityGlyph } from '../../core/ui/severity-glyph.tsx'
import { StatusBadge } from '../../core/ui/status-badge.tsx'
import { useDesk } from './desk.tsx'
import { alertId, caseId } from './sentences.ts'
import type { Into } from './triage.ts'

/** Asks for the case that alerts are escalated to: a new one under a title, or one that is open. */
export function EscalateDialog() {
  const { question, ask } = useDesk()
  const targets = question?.about === 'escalate' && question.targets !== 'everything' ? question.targets : undefined
  return (
    <Dialog className="am-dialog" isOpen={targets !== undefined} title={targets === undefined ? '' : titleOf(targets)} onClose={() => ask(null)} transitionDuration={120}>
      {targets !== undefined && <Question targets={targets} />}
    </Dialog>
  )
}

function titleOf(targets: readonly Alert[]): string {
  const [only] = targets
  return targets.length === 1 && only !== undefined ? `Escalate ${alertId(only)}` : `Escalate ${number(targets.length)} alerts`
}

const kinds = [{ kind: 'new', text: 'A new case' }, { kind: 'open', text: 'A case that is open' }] as const

function Question({ targets }: { readonly targets: readonly Alert[] }) {
  const { triage, ask } = useDesk()
  const [kind, setKind] = useState<'new' | 'open'>('new')
  const [title, setTitle] = useState(targets[0]?.title.slice(0, 200) ?? '')
  const [found, setFound] = useState<Case>()
  const into: Into | undefined = kind === 'new' ? (title.trim() === '' ? undefined : { title: title.trim() }) : found && { caseUuid: found.uuid }
  const id = useId()

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (into === undefined) return
        ask(null)
        void triage.escalate(targets, into)
      }}
    >
      <DialogBody>
        <fieldset className="am-into">
          <legend className="c-said">Where to</legend>
          {kinds.map((each) => (
            <label key={each.kind}>
              <input type="radio" name="into" checked={kind === each.kind} onChange={() => setKind(each.kind)} />
              {each.text}
            </label>
          ))}
        </fieldset>
        {kind === 'new' ? (
          <div className="am-field">
            <label htmlFor={id}>Title of the case</label>
            <input id={id} className="am-input" value={title} maxLength={200} autoFocus autoComplete="off" onFocus={(event) => event.target.select()} onChange={(event) => setTitle(event.target.value)} />
          </div>
        ) : (
          <CaseSearch chosen={found} onChoose={setFound} />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button variant="outlined" onClick={() => ask(null)} endIcon={<Kbd keys="Escape" />}>
              Cancel
            </Button>
            <Button type="submit" intent="primary" disabled={into === undefined} endIcon={<Kbd keys="Enter" />}>
              Escalate
            </Button>
          </>
        }
      />
    </form>
  )
}

interface CaseSearchProps {
  readonly chosen: Case | undefined
  readonly onChoose: (found: Case) => void
}

/** Open cases by words of their title or by their number; the first is chosen, so that Enter takes it. */
function CaseSearch({ chosen, onChoose }: CaseSearchProps) {
  const [words, setWords] = useState('')
  const { cases, problem } = useOpenCases(words)
  const id = useId()
  const first = cases?.[0]
  const shown = cases?.some(({ uuid }) => uuid === chosen?.uuid)
  useEffect(() => {
    if (shown === false && first !== undefined) onChoose(first)
  }, [shown, first, onChoose])

  return (
    <div className="am-field">
      <label htmlFor={id}>Title or number</label>
      <input id={id} className="am-input" value={words} maxLength={200} autoFocus autoComplete="off" placeholder="CAS-1204" onChange={(event) => setWords(event.target.value)} />
      {problem !== undefined && <p className="am-muted" role="alert">The cases did not load. {problem}</p>}
      {cases?.length === 0 && <p className="am-muted">No open case matches.</p>}
      <fieldset className="am-cases" aria-busy={cases === undefined}>
        <legend className="c-said">Open cases</legend>
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

function useOpenCases(words: string): { readonly cases: readonly Case[] | undefined; readonly problem: string | undefined } {
  const [cases, setCases] = useState<readonly Case[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const aborted = new AbortController()
    const resting = setTimeout(() => {
      call(listCases, { stage: ['NEW', 'IN_PROGRESS'], limit: 8, ...(words.trim() !== '' && { q: words }) }, aborted).then(
        (answer) => {
          setCases(answer.cases)
          setProblem(undefined)
        },
        (thrown: unknown) => aborted.signal.aborted || setProblem(messagesOf(thrown).join(' ')),
      )
    }, typingMs)
    return () => {
      clearTimeout(resting)
      aborted.abort()
    }
  }, [words])
  return { cases, problem }
}
