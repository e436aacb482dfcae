import { getAgreementTeam, type TeamMember } from '@carapace/shared/interface-agreement/pages.contract'
import { sides } from '@carapace/shared/interface-agreement/row'
import { useState } from 'react'
import { pageSubject, useEndpoint } from '../../core/call/query.ts'
import { Loaded } from '../../core/ui/loaded.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { AgreementFrame } from '../frame/agreement-frame.tsx'
import type { AgreementContext } from '../use-agreement.ts'
import type { AgreementSearch } from '../search.ts'
import { useRereadOn } from '../use-agreement.ts'
import { MemberDialog } from './member-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { TeamPanel } from './team-panel.tsx'
import '../../core/ui/form.css'

/** The people of both sides: their roles, what they may see, and who signs (rule AGREEMENT-UI-12). */
export function TeamPage({ search }: { readonly search: AgreementSearch }) {
  return (
    <AgreementFrame title="CyberSecurity Team" search={search}>
      {(context) => <Team {...context} />}
    </AgreementFrame>
  )
}

/** The open dialog: about somebody, or a new person. */
type TeamDialog =
  | { readonly what: 'save'; readonly member: TeamMember | undefined }
  | { readonly what: 'remove'; readonly member: TeamMember }

function Team(context: AgreementContext) {
  const { agreement, pages, refusal } = context
  const { data, problem, refetch } = useEndpoint(getAgreementTeam, { agreement_uuid: agreement.uuid }, pageSubject)
  useRereadOn(pages, refetch)
  const [dialog, setDialog] = useState<TeamDialog>()
  const onDone = () => {
    refetch()
    context.refetch()
  }
  return (
    <div className="ia-scroll" tabIndex={0} role="group" aria-label="Teams">
      <Loaded
        what="The team"
        data={data}
        problem={problem}
        onRetry={refetch}
        skeleton={<SkeletonRows rows={8} columns={['24px', '1fr', '1fr', '120px']} rowHeight={49} />}
      >
        {({ team }) => (
          <div className="ia-teams">
            {sides.map((side) => (
              <TeamPanel
                key={side}
                agreement={agreement}
                side={side}
                team={team.filter((member) => member.side === side)}
                refusal={refusal}
                onAdd={() => setDialog({ what: 'save', member: undefined })}
                onEdit={(member) => setDialog({ what: 'save', member })}
                onRemove={(member) => setDialog({ what: 'remove', member })}
              />
            ))}
          </div>
        )}
      </Loaded>
      {dialog?.what === 'save' && (
        <MemberDialog
          agreement={agreement}
          team={data?.team ?? []}
          member={dialog.member}
          onDone={onDone}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog?.what === 'remove' && (
        <RemoveDialog
          agreement={agreement}
          member={dialog.member}
          onDone={onDone}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}
