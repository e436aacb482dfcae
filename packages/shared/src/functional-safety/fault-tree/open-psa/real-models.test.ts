import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOpenPsa } from './read-open-psa.ts'
import { writeOpenPsa } from './write-open-psa.ts'

const folder = join(
  process.env['CARAPACE_DATA'] ?? join(import.meta.dirname, '../../../../../../../shared/data'),
  'fault-trees',
)

interface Reference {
  readonly model: string
  readonly gates: number
  readonly events: number
  readonly and: number
  readonly or: number
  readonly atleast: number
  readonly xor: number
  readonly not: number
}

describe.skipIf(!existsSync(folder))('the Aralia models (in the folder CARAPACE_DATA)', () => {
  test('[FTA-30] [FTA-37] every model has its gates and events, and comes back after it was written', () => {
    const references = readFileSync(join(folder, 'reference.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Reference)
    const files = readdirSync(folder).filter((file) => file.endsWith('.xml'))
    expect(files.length).toBeGreaterThan(20)
    expect(references.map(({ model }) => model).sort()).toEqual(files.sort())
    for (const { model, gates, events, ...counts } of references) {
      const reading = readOpenPsa([{ name: model, text: readFileSync(join(folder, model), 'utf8') }])
      if (!reading.ok) throw new Error(`${model}: ${reading.reason}`)
      const { tree, notes, tops } = reading.value
      const count = (gate: string) => tree.nodes.filter((node) => node.kind === 'gate' && node.gate === gate).length
      expect(notes, model).toEqual([])
      expect(tops, model).toHaveLength(1)
      expect(tree.nodes.filter(({ kind }) => kind === 'basic').length, model).toBe(events)
      expect(['and', 'at-least', 'xor'].map(count), model).toEqual([counts.and, counts.atleast, counts.xor])
      expect(tree.nodes.filter(({ kind }) => kind === 'gate').length, model).toBeGreaterThanOrEqual(gates)

      const written = writeOpenPsa(tree, 'model')
      if (!written.ok) throw new Error(`${model}: ${written.reason}`)
      const again = readOpenPsa([{ name: model, text: written.value }])
      const byId = (nodes: typeof tree.nodes) => nodes.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(again.ok && byId(again.value.tree.nodes), model).toEqual(byId(tree.nodes))
    }
  })
})
