import { Button, HTMLSelect } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { mayEditProgram } from '@carapace/shared/graph/members/membership'
import { getPrograms } from '@carapace/shared/graph/programs/programs.contract'
import { noIndicators } from '@carapace/shared/lifecycle/sightings/indicators'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../core/call/call.ts'
import { useEndpoint } from '../../core/call/query.ts'
import { useAction } from '../../core/call/use-action.ts'
import type { Places } from '../../core/page/panels.ts'
import { useSession } from '../../core/session/session.ts'
import { placeOf } from '../../graph/page/page-context.tsx'

type Alert = Places['beside-alert']['alert']

/** The maximum length of an artefact's title, in characters. */
const longestTitle = 200

/** Creates a threat scenario for an alert that none matches, with the alert's rule as indicator (rule SIGHTING-16). */
export function CreateScenario({ alert }: { readonly alert: Alert }) {
  const role = useSession()?.role ?? 'VIEWER'
  const { data } = useEndpoint(getPrograms, { perPage: 100 })
  const [chosen, setChosen] = useState<string>()
  const [made, setMade] = useState<{ readonly program: string; readonly threat: Artefact }>()
  const action = useAction()
  const programs = (data?.programs ?? []).filter((each) => mayEditProgram({ role, programRole: each.my_role }))
  const program = chosen ?? programs[0]?.uuid
  if (made) return <Made {...made} />
  if (program === undefined) return null
  const create = () =>
    action.run(async () => {
      const { artefacts } = await call(saveArtefacts, { program_uuid: program, artefacts: [scenarioOf(alert)] })
      const [threat] = artefacts
      if (threat) setMade({ program, threat })
    })
  return (
    <div className="sg-create">
      <HTMLSelect
        aria-label="Program of the new threat scenario"
        value={program}
        options={programs.map(({ uuid, name }) => ({ value: uuid, label: name }))}
        onChange={(event) => setChosen(event.target.value)}
      />
      <Button
        size="small"
        variant="outlined"
        icon={<AddIcon size={14} />}
        text="Create a threat scenario"
        loading={action.busy}
        onClick={() => void create()}
      />
      {action.problem !== undefined && (
        <p className="c-problem" role="alert">
          {action.problem}
        </p>
      )}
    </div>
  )
}

function scenarioOf({ title, rule }: Alert) {
  return {
    kind: 'threat-scenario',
    title: title.slice(0, longestTitle),
    fields: { indicators: { ...noIndicators, rules: [rule.slice(0, longestTitle)] } },
  }
}

/** The new scenario; until its alerts are matched, the panel lists none. */
function Made({ program, threat }: { readonly program: string; readonly threat: Artefact }) {
  const place = placeOf(program, threat)
  return (
    <p className="sg-none" role="status">
      Created {/* the paths are known only when the console is built; each kind names its own */}
      {place && <Link {...(place as object as { to: '.' })}>{`${threat.code} ${threat.title}`}</Link>}. It is listed
      here when it is matched with this alert.
    </p>
  )
}
