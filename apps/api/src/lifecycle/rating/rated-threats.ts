import type { Org } from '@carapace/shared/core/owned'
import type { FieldsOf } from '@carapace/shared/graph/artefacts/artefact-kind'
import { initialFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type { Threat } from '@carapace/shared/lifecycle/rating/assess'
import type { assumptionKind } from '@carapace/shared/lifecycle/kinds/item.kinds'
import type { Control, TreeContext } from '@carapace/shared/lifecycle/attack-tree/rate-tree'
import type { controlKind, damageKind, threatKind, treeKind } from '@carapace/shared/lifecycle/kinds/tara.kinds'
import { observedFeasibility } from '@carapace/shared/lifecycle/sightings/contradiction'
import type { Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import type { Database, Tx } from '../../core/db.ts'
import { fieldsOf, linksOfThreats, type RatedArtefact } from './assessments.queries.ts'

interface Kinds {
  readonly 'threat-scenario': FieldsOf<typeof threatKind>
  readonly 'damage-scenario': FieldsOf<typeof damageKind>
  readonly 'attack-tree': FieldsOf<typeof treeKind>
  readonly control: FieldsOf<typeof controlKind>
  readonly assumption: FieldsOf<typeof assumptionKind>
}

/** The fields of an artefact of a kind, checked when they were written; undefined: another kind, or removed. */
function fieldsIn<K extends keyof Kinds>(kind: K, row: RatedArtefact | undefined): Kinds[K] | undefined {
  return row?.kind === kind
    ? ({ ...initialFields(artefactKindNamed(kind)!), ...row.fields } as unknown as Kinds[K])
    : undefined
}

export interface RatedThreats {
  readonly threats: ReadonlyMap<string, Threat>
  readonly known: TreeContext
}

/** Threat scenarios of a program with all inputs of their rating, read in a few queries for any number of scenarios. */
export async function readThreats(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  uuids: readonly string[],
): Promise<RatedThreats> {
  const { borne, refined } = await linksOfThreats(db, org, programUuid, uuids)
  const rows = await fieldsOf(db, org, programUuid, [
    ...new Set([...uuids, ...borne.map(({ from }) => from), ...refined.map(({ to }) => to)]),
  ])
  const from = Map.groupBy(borne, ({ to }) => to)
  const treeAt = new Map(refined.map((link) => [link.from, link.to]))
  const threats = new Map(
    uuids.flatMap((uuid): [string, Threat][] => {
      const fields = fieldsIn('threat-scenario', rows.get(uuid))
      if (!fields) return []
      const links = from.get(uuid) ?? []
      return [
        [
          uuid,
          {
            damages: links.flatMap((link) => fieldsIn('damage-scenario', rows.get(link.from)) ?? []),
            tree: fieldsIn('attack-tree', rows.get(treeAt.get(uuid) ?? ''))?.tree ?? null,
            effort: fields.effort,
            controls: links.flatMap((link) => (link.kind === 'stands-in' ? [link.from] : [])),
            observed: observedFeasibility(fields.field_answer),
          },
        ],
      ]
    }),
  )
  return { threats, known: await referencedArtefactsOf(db, org, programUuid, [...threats.values()]) }
}

/** The controls and assumptions that threat scenarios and their trees reference. */
export async function referencedArtefactsOf(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  all: readonly { tree: Tree | null; controls: readonly string[] }[],
): Promise<TreeContext> {
  const steps = all.flatMap(({ tree }) => tree?.steps ?? [])
  const named = [
    ...all.flatMap(({ controls }) => controls),
    ...steps.flatMap(({ controls, caps }) => [...controls, ...caps.map(({ assumption }) => assumption)]),
  ]
  const rows = await fieldsOf(db, org, programUuid, [...new Set(named)])
  const controls = [...rows.values()].flatMap((row): [string, Control][] => {
    const fields = fieldsIn('control', row)
    return fields ? [[row.uuid, fields]] : []
  })
  return {
    controls: new Map(controls),
    refuted: new Set(
      [...rows.values()].filter((row) => fieldsIn('assumption', row)?.holds === 'refuted').map(({ uuid }) => uuid),
    ),
  }
}
