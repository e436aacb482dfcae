import { expect, test } from 'vitest'
import { type Effort, noEffort, type Tree } from '@carapace/shared/lifecycle/attack-tree/tree'
import { defaultMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Impacts } from '@carapace/shared/lifecycle/rating/risk'
import { reRate } from '@carapace/shared/vulnerability/analysis/re-rating'
import { matchableComponent } from '@carapace/shared/vulnerability/matching/component'
import { matchComponent } from '@carapace/shared/vulnerability/matching/match'
import { shippedAdvisories } from '@carapace/shared/vulnerability/shipped/shipped'
import { eqx } from '../tara/eqx/content.ts'
import { linksOf } from '../tara/history.ts'
import { demoSoftware } from './releases.ts'
import { takenUpInDemo } from './take-up.ts'

const { vulnerability, ecu, opens } = takenUpInDemo
const byCode = new Map(eqx.artefacts.map((artefact) => [artefact.code, artefact]))
const links = linksOf(eqx.artefacts)
const before = (kind: string, end: string) => links.filter((link) => link.kind === kind && link.to === end)
const after = (kind: string, start: string) => links.filter((link) => link.kind === kind && link.from === start)

test('the vulnerability that the demo takes up is in a release of the gateway', () => {
  const advisory = shippedAdvisories.find(({ id }) => id === vulnerability)!
  const versions = demoSoftware
    .filter((one) => one.ecu === ecu)
    .flatMap((one) => one.releases.map(({ packages }) => packages.zlib!))
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) {
    const cpe = `cpe:2.3:a:zlib:zlib:${version}:*:*:*:*:*:*:*`
    expect(matchComponent(matchableComponent({ name: 'zlib', version, cpe }), advisory).matches).toBe(true)
  }
})

test.for(Object.entries(opens))(
  '%s is about the gateway, answered by a goal, and has the opened steps',
  ([code, titles]) => {
    const units = before('targets', code).flatMap(({ from }) => before('is-asset', from).map((link) => link.from))
    expect(units.map((unit) => byCode.get(unit)?.fields.ecu)).toContain(ecu)
    expect(after('answered-by', code).length).toBeGreaterThan(0)
    const tree = after('refined-in', code).map((link) => byCode.get(link.to)!.fields.tree as Tree)[0]
    const open =
      tree?.steps.filter(({ gate, title }) => gate === null && (titles as readonly string[]).includes(title)) ?? []
    expect([tree === undefined, open.length]).toEqual([titles.length === 0, titles.length])
  },
)

test('the risk of a threat scenario that it opens rises', () => {
  const threat = byCode.get('TS-050')!
  const damages = before('leads-to', 'TS-050').map(({ from }) => byCode.get(from)!.fields as unknown as Impacts)
  const input = { damages, tree: null, effort: (threat.fields.effort ?? noEffort) as Effort, controls: [] }
  const rated = reRate(defaultMethod, input, { controls: new Map(), refuted: new Set() }, [])
  expect(rated.after.initial.risk!).toBeGreaterThan(rated.before.initial.risk!)
})
