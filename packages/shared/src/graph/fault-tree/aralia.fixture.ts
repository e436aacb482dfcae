import { readFileSync } from 'node:fs'
import type { FaultGate, FaultTree, GateKind } from './fault-tree.ts'

/** The Open-PSA formulas of the benchmark models, not of other files: gates with one formula, events with a number. */
export function readAralia(file: string): { tree: FaultTree; probabilities: Map<string, number> } {
  const text = readFileSync(file, 'utf8')
  const gates = new Map<string, FaultGate>()
  for (const [, name, body] of text.matchAll(/<define-gate name="([^"]+)">([\s\S]*?)<\/define-gate>/g))
    addFormula(name!, body!, gates)
  const events = text.matchAll(/<define-basic-event name="([^"]+)">\s*<float value="([^"]+)"/g)
  const used = new Set([...gates.values()].flatMap(({ parts }) => parts))
  const top = [...gates.keys()].find((name) => !used.has(name))!
  return {
    tree: { top, gates, house: new Map() },
    probabilities: new Map([...events].map(([, name, value]) => [name!, Number(value)])),
  }
}

const kinds: Readonly<Record<string, GateKind>> = { and: 'and', or: 'or', atleast: 'at-least', xor: 'xor', not: 'not' }

/** A formula within a formula gets a gate of its own, named after the outer one. */
function addFormula(name: string, body: string, gates: Map<string, FaultGate>): void {
  const open: { gate: GateKind; parts: string[]; least?: number }[] = [{ gate: 'and', parts: [] }]
  let inner = 0
  for (const [, end, tag, attributes, empty] of body.matchAll(/<(\/?)([a-z-]+)([^>]*?)(\/?)>/g)) {
    if (empty) open.at(-1)!.parts.push(/name="([^"]+)"/.exec(attributes!)![1]!)
    else if (!end) {
      const least = /min="(\d+)"/.exec(attributes!)?.[1]
      open.push({ gate: kinds[tag!]!, parts: [], ...(least === undefined ? {} : { least: Number(least) }) })
    } else {
      const own = `${name}/${inner++}`
      gates.set(own, open.pop()!)
      open.at(-1)!.parts.push(own)
    }
  }
  gates.set(name, open[0]!)
}
