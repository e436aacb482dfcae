import { compileDbc } from '../dbc/compile.ts'
import { parseDbc } from '../dbc/parse.ts'
import { facts } from '../detect/detector.fixture.ts'
import { defaultMeaningOf } from '../ingest/event-catalogue.ts'
import { compileRules, type RuleSet, type RuleText } from './rule-set.ts'
import { type RunningRules, runRules } from './running.ts'
import type { RuleContext } from './vehicle-events.ts'

const database = parseDbc(`VERSION ""
BU_: Engine
BO_ 256 EngineData: 8 Engine
 SG_ Speed : 0|16@1+ (0.1,0) [0|500] "km/h" Vector__XXX
 SG_ Gear : 16|8@1+ (1,0) [0|8] "" Vector__XXX
VAL_ 256 Gear 0 "Park" 1 "Drive" ;
`)
if (database.dbc === undefined) throw new Error(database.faults[0]!.reason)
const engineDbc = compileDbc(database.dbc)

/** A vehicle whose buses have the engine's database. */
export const vehicle: RuleContext = {
  vin: facts.vin,
  model: 'roadster',
  platform: 'p1',
  dbcOf: () => engineDbc,
  meaningOf: defaultMeaningOf,
}

/** A detection rule with these lines under `selection`. */
export function ruleText(service: string, lines: string, more = ''): string {
  return `title: A rule
${more}logsource:
    product: vehicle
    service: ${service}
detection:
    selection:
${lines.replaceAll(/^/gm, '        ')}
    condition: selection
`
}

/** Numbers texts as stored rules: "rule 1", version 1 … */
export function textsOf(...texts: readonly string[]): RuleText[] {
  return texts.map((text, index) => ({ uuid: `rule ${index + 1}`, version: 1, text }))
}

/** The compiled rules of texts that must have no faults. */
export function rulesOf(...texts: readonly string[]): RuleSet {
  const set = compileRules(textsOf(...texts))
  if (set.faults.size > 0) throw new Error([...set.faults.values()].join('\n'))
  return set
}

export function running(...texts: readonly string[]): RunningRules {
  return runRules(rulesOf(...texts))
}
