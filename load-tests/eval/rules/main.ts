import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packs } from '@carapace/shared/msoc/rules/packs/packs'
import { compileRules, type RuleText } from '@carapace/shared/msoc/rules/rule-set'
import { runCommand, UsageError } from '../../fleet/cli.ts'
import { writePrecisionRecall } from '../curves.ts'
import { joined, judge, type Judgement, scoreOf, scoresOf } from './judge.ts'
import { type LabelledAlert, readLabelledSet, scoredSet } from './labelled-set.ts'
import { help, rulesOptions, type RulesOptions } from './options.ts'
import { kindTable, labelledTable, ruleTable, writeRuleCurve } from './report.ts'
import { busTraffic, calmTraffic, fleetTraffic } from './traffic.ts'

await runCommand(async () => {
  const options = rulesOptions(process.argv.slice(2))
  if (options === 'help') console.log(help)
  else await evaluate(options)
})

async function evaluate(options: RulesOptions): Promise<void> {
  const { seed, vehicles, minutes, labels, out, json } = options
  const labelled = labels === undefined ? undefined : await readLabelledSet(labels)
  const texts = textsOf(options)
  const judgement = joined([
    judge(texts, fleetTraffic(seed, vehicles, minutes)),
    ...calmTraffic(seed, minutes).map((traffic) => judge(texts, traffic)),
    ...busTraffic(seed).map((traffic) => judge(texts, traffic)),
  ])
  print(texts, judgement)
  console.log(`\ncurve: ${writeRuleCurve(out, judgement)}`)
  if (labelled !== undefined) printLabelled(labelled, out)
  if (json !== undefined) {
    const result = { rules: scoresOf(judgement), all: scoreOf('all rules', judgement), labelled }
    writeFileSync(json, `${JSON.stringify(result, null, 1)}\n`)
  }
}

/** The rules of the folder, or those that come with the product; those that do not run are named. */
function textsOf({ rules: folder }: RulesOptions): RuleText[] {
  const found =
    folder === undefined
      ? packs.flatMap(({ texts }) => texts)
      : globSync('**/*.{yml,yaml}', { cwd: folder })
          .sort()
          .map((name) => readFileSync(join(folder, name), 'utf8'))
  if (found.length === 0) throw new UsageError(`${folder ?? ''}: it has no rules (*.yml, *.yaml)`)
  const texts = found.map((text, i) => ({ uuid: String(i), version: 1, text }))
  for (const [uuid, fault] of compileRules(texts).faults) console.log(`rule ${Number(uuid) + 1} does not run: ${fault}`)
  return texts
}

function print(texts: readonly RuleText[], judgement: Judgement): void {
  console.log(`${texts.length} rules, ${judgement.vehicleHours.toFixed(1)} vehicle-hours of generated traffic\n`)
  console.log(ruleTable([...scoresOf(judgement), scoreOf('all rules', judgement)]))
  console.log(`\n${kindTable(judgement)}`)
}

function printLabelled(labelled: readonly LabelledAlert[], out: string): void {
  console.log(`\n${labelledTable(labelled)}`)
  const scored = new Map([['CAN detectors', scoredSet(labelled)]])
  console.log(`\ncurve: ${writePrecisionRecall(out, 'Labelled set, by expected false alerts', scored)}`)
}
