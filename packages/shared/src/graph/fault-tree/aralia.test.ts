import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { analysed } from './analysis.ts'
import { readAralia } from './aralia.fixture.ts'

const folder = join(process.env.CARAPACE_DATA ?? '', 'fault-trees')
const references = readReferences()

interface Reference {
  readonly model: string
  readonly mcs: string
  readonly dist: readonly string[]
  readonly p_exact: number
  readonly p_rare: number
}

/** None without the data folder. */
function readReferences(): Reference[] {
  const file = join(folder, 'reference.jsonl')
  if (!process.env.CARAPACE_DATA || !existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test.skipIf(references.length === 0)(
  '[FAULT-TREE-10] the models are those of the reference (in the folder CARAPACE_DATA)',
  () => {
    expect(references).toHaveLength(26)
  },
)

test.for(references)(
  '[FAULT-TREE-10] the cut sets and the probability of $model equal the reference',
  { timeout: 120_000 },
  ({ model, mcs, dist, p_exact, p_rare }) => {
    const { tree, probabilities } = readAralia(join(folder, model))
    const { sets, probability, complete } = analysed(tree, probabilities, { limits: { milliseconds: 100_000 } })
    expect(complete).toBe(true)
    expect(sets.count).toBe(BigInt(mcs))
    expect(sets.byOrder).toEqual(dist.map(BigInt))
    expect(Math.abs(probability.exact! / p_exact - 1)).toBeLessThan(1e-9)
    expect(Math.abs(probability.rareEvent / p_rare - 1)).toBeLessThan(1e-8) // the reference has nine digits
  },
)
