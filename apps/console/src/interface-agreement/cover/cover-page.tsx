import { Button } from '@blueprintjs/core'
import { sides } from '@carapace/shared/interface-agreement/row'
import { useLeaveWarning } from '../../core/page/use-leave-warning.ts'
import { ActButton } from '../../core/ui/act-button.tsx'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import type { AgreementSearch } from '../search.ts'
import { faultsOf } from './cover-draft.ts'
import { Escalation } from './escalation.tsx'
import { PartyPanel } from './party-panel.tsx'
import { PeriodsPanel, SubjectPanel } from './subject-panel.tsx'
import { useCover } from './use-cover.ts'
import { VersionsPanel } from './versions-panel.tsx'
import '../../core/ui/form.css'

/** The cover of an agreement, and its signed versions (rules AGREEMENT-UI-9, AGREEMENT-UI-10). */
export function CoverPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="CIA Cover" search={search}>
      {(context) => <CoverBody {...context} />}
    </AgreementFrame>
  )
}

function CoverBody(context: AgreementContext) {
  const { agreement, refusal } = context
  const cover = useCover(context)
  useLeaveWarning(cover.isChanged)
  const isSigned = agreement.signed.some(({ version }) => version === null)
  return (
    <Loaded
      what="The cover"
      data={cover.shown}
      problem={cover.problem}
      onRetry={cover.refetch}
      skeleton={<SkeletonRows rows={12} columns={['160px', '1fr', '1fr']} />}
    >
      {(fields) => {
        const faults = faultsOf(fields)
        const props = { fields, faults, isDisabled: refusal !== undefined, onChange: cover.change }
        const isJoined = agreement.parties.filter((party) => party.joined_at !== null).length > 1
        return (
          <div className="ia-columns">
            <div className="ia-scroll" tabIndex={0} role="group" aria-label="Cover">
              <form
                className="ia-cover"
                onSubmit={(event) => {
                  event.preventDefault()
                  if (cover.isChanged && Object.keys(faults).length === 0) void cover.save()
                }}
              >
                <SubjectPanel {...props} />
                <div className="ia-pair">
                  {sides.map((side) => (
                    <PartyPanel
                      key={side}
                      {...props}
                      side={side}
                      isOwn={side === agreement.side}
                      isDisabled={props.isDisabled || (isJoined && side !== agreement.side)}
                    />
                  ))}
                </div>
                <Escalation {...props} />
                <PeriodsPanel {...props} />
                {cover.isChanged && (
                  <footer className="ia-save" role="region" aria-label="Changes of the cover">
                    <span className="ia-save-text">
                      {cover.isRebased && (
                        <b>Somebody has saved another cover meanwhile. It is below yours: check it and save again. </b>
                      )}
                      {isSigned && 'The signatures under the agreement as it is now end with this change. '}
                      {cover.saving.problem !== undefined && (
                        <span className="c-problem" role="alert">
                          {cover.saving.problem}
                        </span>
                      )}
                    </span>
                    <Button variant="outlined" text="Discard" onClick={cover.discard} />
                    <ActButton
                      type="submit"
                      size="medium"
                      intent="primary"
                      variant="solid"
                      text="Save the cover"
                      loading={cover.saving.busy}
                      disabled={Object.keys(faults).length > 0}
                      refusal={refusal}
                    />
                  </footer>
                )}
              </form>
            </div>
            <VersionsPanel {...context} />
          </div>
        )
      }}
    </Loaded>
  )
}
