import {
  declineSilenceProposal,
  listSilenceProposals,
  type SilenceProposal,
} from '@carapace/shared/msoc/alerts/pipeline/proposals.contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, messageOf } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { dateTime } from '../../core/format/format.ts'
import { useRefusal } from '../../core/session/may.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { toast } from '../../core/ui/toast.ts'
import { alertId, resolutionTexts } from '../alert-management/sentences.ts'
import { StepDialog } from './step-dialog.tsx'
import { silenceProposed } from './step-draft.ts'
import { matchersText } from './step-texts.ts'

/** How often proposals are requested again, ms: they follow from alerts that people close. */
const refetchEveryMs = 30_000

/**
 * Silences that the closing of alerts suggests; nothing is silenced until somebody saves one (rule
 * ALERT-PIPELINE-UI-12).
 */
export function ProposalsSection({ onSaved }: { readonly onSaved: () => void }) {
  const { data, refetch } = useEndpoint(listSilenceProposals, {}, { refetchEveryMs })
  const [accepted, setAccepted] = useState<SilenceProposal>()
  if (data === undefined || (data.proposals.length === 0 && !accepted)) return null
  return (
    <section className="ap-section" aria-labelledby="ap-proposals">
      <header className="ap-section-head">
        <h2 id="ap-proposals">Proposed silences</h2>
        <span className="c-note">
          Alerts that were closed as harmless again and again. Nothing is silenced before you save it.
        </span>
      </header>
      <ul className="ap-proposals" tabIndex={0} aria-label="Proposed silences">
        {data.proposals.map((proposal) => (
          <Proposal
            key={proposal.key}
            proposal={proposal}
            onAccept={() => setAccepted(proposal)}
            onDeclined={refetch}
          />
        ))}
      </ul>
      {accepted && (
        <StepDialog
          title="Silence as proposed"
          initial={silenceProposed(accepted, Date.now())}
          onSaved={() => {
            onSaved()
            refetch()
          }}
          onClose={() => setAccepted(undefined)}
        />
      )}
    </section>
  )
}

interface ProposalProps {
  readonly proposal: SilenceProposal
  readonly onAccept: () => void
  readonly onDeclined: () => void
}

function Proposal({ proposal, onAccept, onDeclined }: ProposalProps) {
  const refusal = useRefusal(declineSilenceProposal)
  const [isBusy, setBusy] = useState(false)
  const { key, matchers, harmless, evidence } = proposal
  const text = matchersText(matchers)
  const decline = async () => {
    setBusy(true)
    try {
      await call(declineSilenceProposal, { key })
      toast.success('Declined. It is proposed again only by what is closed from now on.')
    } catch (thrown) {
      toast.error(messageOf(thrown))
    }
    setBusy(false)
    onDeclined()
  }
  const common = { refusal, disabled: isBusy, 'aria-description': text }
  return (
    <li>
      <div className="ap-proposal-head">
        <strong>{text}</strong>
        <span className="num">{`${harmless} of the last ${evidence.length} closed as harmless`}</span>
        <span className="ap-actions">
          <ActButton {...common} text="Silence…" onClick={onAccept} />
          <ActButton {...common} text="Decline" onClick={() => void decline()} />
        </span>
      </div>
      <ul className="ap-evidence">
        {evidence.map((alert) => (
          <li key={alert.uuid}>
            <Link
              className="mono"
              to="/org/msoc/dashboard/alert-management/general"
              search={{ alert: alert.uuid } as never}
            >
              {alertId(alert)}
            </Link>
            <span className="ap-cut" title={alert.title}>
              {alert.title}
            </span>
            <span className="mono">{alert.vin ?? '–'}</span>
            <span>{alert.resolution === null ? '–' : resolutionTexts[alert.resolution]}</span>
            <span>{alert.closed_by === null ? '' : `by ${alert.closed_by}`}</span>
            <span className="ap-muted num">{dateTime(alert.closed_at)}</span>
          </li>
        ))}
      </ul>
    </li>
  )
}
