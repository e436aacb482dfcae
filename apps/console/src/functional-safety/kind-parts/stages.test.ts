import { expect, test } from 'vitest'
import { chainOf } from '../../graph/drawer/chain.ts'
import { artefact, link } from '../../graph/store/artefact.fixture.ts'
import { nodeOf } from '../../graph/store/graph-state.ts'
import { stages } from './stages.ts'

test('[SAFETY-UI-13] the trace of a goal goes from its failure to its test', () => {
  const chain = ['failure', 'hazard', 'hazardous-event', 'safety-goal', 'safety-concept', 'safety-requirement'] as const
  const rows = [...chain, 'safety-test' as const].map((kind) => artefact(kind, 1))
  const kinds = ['creates', 'arises-in', 'prevented-by', 'achieved-by', 'derived-to', 'tested-by']
  const links = kinds.map((kind, place) => link(kind, rows[place]!, rows[place + 1]!))
  const side = (from: number, to: number) => ({
    nodes: rows.slice(from, to).map((row, depth) => ({ ...nodeOf(row), depth: depth + 1 })),
    links,
  })
  const found = chainOf(nodeOf(rows[3]!), side(0, 3) as never, side(4, 7) as never, stages)
  expect(found.map(({ key }) => key)).toEqual([...chain, 'safety-test'])
})
